import { Empty, Section } from '@gatehouse/design/content'
import { PageLink } from '../../page/page-link.tsx'
import { type Engine, supportsFeature } from '../../people/engine.ts'
import { useProjectRoot } from '../../scopes/use-project-root.ts'
import { useText } from '../../text/texts.tsx'
import { ThingList, type ThingListProps } from '../events/thing-list.tsx'
import { useMay } from '../../scopes/use-scope.ts'
import { tabPath } from './tabs.ts'

/** The lines of activity on the profile. */
const maxActivityLines = 3

export interface ActivityProps {
  readonly engine: Engine
  readonly person: { readonly id: string; readonly name: string }
  /** Null: the operator's role does not include events, or the identity service has none. */
  readonly events: ThingListProps['events'] | null
  /** The newest entries, with a link to the rest. */
  readonly isRecent?: boolean
}

/** The events of an account, newest first. */
export function Activity({ engine, person, events, isRecent = false }: ActivityProps) {
  const t = useText('console_people')
  const root = useProjectRoot()
  const may = useMay()
  const shown = events ?? []
  const reason = t(supportsFeature(engine, 'activity') ? 'activity.not_yours' : 'engine.activity')
  return (
    <Section id="activity" title={t(isRecent ? 'activity.recent' : 'activity.title')}>
      {shown.length === 0 && <Empty drawing="lantern" title={events === null ? reason : t('activity.none')} />}
      {shown.length > 0 && (
        <ThingList
          events={shown}
          names={{ people: { [person.id]: person.name }, acts: {} }}
          {...(isRecent && { most: maxActivityLines })}
        />
      )}
      {shown.length > 0 && isRecent && (
        <p>
          <PageLink href={tabPath(`${root}/people/${person.id}`, 'activity')}>{t('activity.more')}</PageLink>
        </p>
      )}
      {shown.length > 0 && !isRecent && may('listProjectEvents') && (
        <p>
          <PageLink href={`${root}/events?identity=${person.id}`}>{t('activity.all')}</PageLink>
        </p>
      )}
    </Section>
  )
}
