import { CopyButton } from '@gatehouse/design/controls'
import type { ReactNode } from 'react'
import { PageLink } from '../../page/page-link.tsx'
import type { SessionView } from '../../people/session-view.server.ts'
import { useProjectRoot } from '../../scopes/use-project-root.ts'
import { useMethodNames } from '../../people/method-names.ts'
import { Instant } from '../../text/instant.tsx'
import { useText } from '../../text/texts.tsx'
import { useCopyTexts } from '../../form/use-copy-texts.ts'
import { useList } from '../../text/use-list.ts'
import classes from './rail.module.css'
import { tabPath } from './tabs.ts'

export interface RailProps {
  readonly person: {
    readonly id: string
    readonly externalId: string
    readonly organization: string
    /** Empty: the organization was deleted. */
    readonly organizationName: string
    readonly createdAt: string
    readonly updatedAt: string
  }
  readonly schema: string
  /** The types of credentials that are set up. */
  readonly credentialTypes: readonly string[]
  /** Newest first. */
  readonly sessions: readonly SessionView[]
}

const secondFactorTypes = ['totp', 'webauthn', 'lookup_secret']

/** The main facts about a person, beside every tab of their page. */
export function Rail({ person, schema, credentialTypes, sessions }: RailProps) {
  const t = useText('console_people')
  const { copied } = useCopyTexts()
  const methodNames = useMethodNames()
  const list = useList()
  const root = useProjectRoot()
  const active = sessions.filter((one) => one.active)
  const systems = [...new Set(active.flatMap(({ system }) => system ?? []))]
  return (
    <dl className={classes.rail} aria-label={t('person.facts')}>
      <Fact name={t('person.devices')} more={list(systems)}>
        {active.length === 0 ? (
          t('person.no_sessions')
        ) : (
          <PageLink href={tabPath(`${root}/people/${person.id}`, 'sessions')}>
            {t('person.signed_in', { count: active.length })}
          </PageLink>
        )}
      </Fact>
      <Fact name={t('people.second_step')}>
        {methodNames(credentialTypes.filter((type) => secondFactorTypes.includes(type))) ||
          t('people.second_step_none')}
      </Fact>
      {person.organization !== '' && (
        <Fact name={t('people.organization')}>
          {person.organizationName === '' ? (
            <code>{person.organization}</code>
          ) : (
            <PageLink href={`${root}/organizations/${person.organization}`}>
              <bdi>{person.organizationName}</bdi>
            </PageLink>
          )}
        </Fact>
      )}
      <Fact name={t('people.created')}>
        <Instant at={person.createdAt} />
      </Fact>
      <Fact name={t('person.updated')}>
        <Instant at={person.updatedAt} />
      </Fact>
      <Fact name={t('people.schema')}>{schema}</Fact>
      {person.externalId !== '' && (
        <Fact name={t('person.external_id')}>
          <code>{person.externalId}</code>
          <CopyButton value={person.externalId} label={t('person.copy_external_id')} copied={copied} />
        </Fact>
      )}
    </dl>
  )
}

interface FactProps {
  readonly name: string
  readonly more?: string | undefined
  readonly children: ReactNode
}

function Fact({ name, more = '', children }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {children}
        {more !== '' && <small>{more}</small>}
      </dd>
    </div>
  )
}
