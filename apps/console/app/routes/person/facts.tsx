import { Panel, Row, Section } from '@gatehouse/design/content'
import { FactPanel } from '../../layout/fact-panel.tsx'
import { PageLink } from '../../layout/page-link.tsx'
import { CodeBlock } from '../../people/code-block.tsx'
import { useProjectRoot } from '../../people/project-root.ts'
import { Instant } from '../../text/instant.tsx'
import { useText } from '../../text/texts.tsx'
import classes from './person.module.css'

export interface FactsProps {
  readonly person: {
    readonly id: string
    readonly externalId: string
    readonly organization: string
    /** Empty: it is not there any more. */
    readonly organizationName: string
    readonly createdAt: string
    readonly updatedAt: string
    readonly metadataPublic: string
    readonly metadataAdmin: string
  }
  readonly schema: string
  readonly traits: readonly { readonly label: string; readonly text: string }[]
}

/** Who somebody is: traits, metadata, and what the identity service noted. */
export function Facts({ person, schema, traits }: FactsProps) {
  const t = useText('console_people')
  const root = useProjectRoot()
  return (
    <>
      <Section id="traits" title={t('person.traits')}>
        <FactPanel>
          {traits.map(({ label, text }) => (
            <Row key={label} title={label}>
              {text === '' ? <span className={classes.none}>{t('person.not_said')}</span> : <bdi>{text}</bdi>}
            </Row>
          ))}
          <Row title={t('people.schema')}>{schema}</Row>
          <Row title={t('person.id')}>
            <code className={classes.code}>{person.id}</code>
          </Row>
          {person.externalId !== '' && (
            <Row title={t('person.external_id')}>
              <code className={classes.code}>{person.externalId}</code>
            </Row>
          )}
          {person.organization !== '' && (
            <Row title={t('people.organization')}>
              {person.organizationName === '' ? (
                <code className={classes.code}>{person.organization}</code>
              ) : (
                <PageLink href={`${root}/organizations/${person.organization}`}>
                  <bdi>{person.organizationName}</bdi>
                </PageLink>
              )}
            </Row>
          )}
          <Row title={t('people.created')}>
            <Instant at={person.createdAt} />
          </Row>
          <Row title={t('person.updated')}>
            <Instant at={person.updatedAt} />
          </Row>
        </FactPanel>
      </Section>
      {(person.metadataPublic !== '' || person.metadataAdmin !== '') && (
        <Section id="metadata" title={t('person.metadata')}>
          <Panel>
            <Metadata title={t('person.metadata_public')} text={person.metadataPublic} />
            <Metadata title={t('person.metadata_admin')} text={person.metadataAdmin} />
          </Panel>
        </Section>
      )}
    </>
  )
}

function Metadata({ title, text }: { readonly title: string; readonly text: string }) {
  if (text === '') return null
  return (
    <Row title={title}>
      <CodeBlock label={title}>{text}</CodeBlock>
    </Row>
  )
}
