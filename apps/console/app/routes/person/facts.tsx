import { Icon, Row, Section } from '@gatehouse/design/content'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { FactPanel } from '../../layout/fact-panel.tsx'
import { SamePageLink } from '../../page/page-link.tsx'
import { CodeBlock } from '../../people/code-block.tsx'
import { useText } from '../../text/texts.tsx'
import { useMay } from '../../scopes/use-scope.ts'
import { EditFact } from './edit-fact.tsx'
import { editAddress, type EditedFact, metadataNames } from './edited-fact.ts'
import classes from './facts.module.css'
import { icons } from '../../page/icons.ts'

export interface FactsProps {
  readonly person: {
    readonly metadataPublic: string
    readonly metadataAdmin: string
  }
  readonly traits: readonly {
    /** As a form calls it; nothing: its schema does not know it. */
    readonly name: string | undefined
    readonly label: string
    readonly text: string
  }[]
  /** The one that is being changed. */
  readonly edited: EditedFact | undefined
}

/** A person's traits and metadata, each with a form in its row. */
export function Facts({ person, traits, edited }: FactsProps) {
  const t = useText('console_people')
  const mayEdit = useMay()('patchIdentity')
  const metadata = { metadata_public: person.metadataPublic, metadata_admin: person.metadataAdmin }
  const shown = metadataNames.filter((name) => mayEdit || metadata[name] !== '')
  return (
    <Section id="traits" title={t('person.traits')}>
      <FactPanel>
        {traits.map(({ name, label, text }) => (
          <Fact key={name ?? label} name={mayEdit ? name : undefined} label={label} edited={edited}>
            {text !== '' && <bdi>{text}</bdi>}
          </Fact>
        ))}
        {shown.map((name) => (
          <Fact key={name} name={mayEdit ? name : undefined} label={t(`person.${name}`)} edited={edited}>
            {metadata[name] !== '' && <CodeBlock label={t(`person.${name}`)}>{metadata[name]}</CodeBlock>}
          </Fact>
        ))}
      </FactPanel>
    </Section>
  )
}

interface FactProps {
  readonly name: string | undefined
  readonly label: string
  readonly edited: EditedFact | undefined
  /** The value; false: none yet. */
  readonly children: ReactNode
}

/** A fact with a link that edits it; or the form that does. */
function Fact({ name, label, edited, children }: FactProps) {
  const t = useText('console_people')
  const id = useId()
  const isEdited = name !== undefined && edited?.name === name
  const link = useReturningFocus(isEdited, edited === undefined)
  if (isEdited) return <EditFact fact={edited} label={label} />
  return (
    <Row
      title={<span id={`${id}-label`}>{label}</span>}
      action={
        name !== undefined && (
          <span ref={link} className={classes.edit}>
            <SamePageLink
              href={editAddress(name)}
              id={`${id}-edit`}
              title={t('person.edit')}
              aria-label={t('person.edit')}
              aria-labelledby={`${id}-edit ${id}-label`}
            >
              <Icon name={icons.pencil} size={18} />
            </SamePageLink>
          </span>
        )
      }
    >
      {children === false ? <span className={classes.none}>{t('person.not_said')}</span> : children}
    </Row>
  )
}

/** Once a form is closed, and no other one is open, the focus returns to the link that opened it. */
function useReturningFocus(isEdited: boolean, isNoneEdited: boolean) {
  const link = useRef<HTMLSpanElement>(null)
  const wasEdited = useRef(isEdited)
  useEffect(() => {
    if (wasEdited.current && !isEdited && isNoneEdited) {
      link.current?.querySelector('a')?.focus({ preventScroll: true })
    }
    wasEdited.current = isEdited
  }, [isEdited, isNoneEdited])
  return link
}
