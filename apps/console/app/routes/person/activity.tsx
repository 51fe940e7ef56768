import { Empty, Section } from '@gatehouse/design/content'
import type { EventNames } from '../../events/event-names.ts'
import { PageLink } from '../../page/page-link.tsx'
import { type Engine, isAble } from '../../people/engine.ts'
import { useProjectRoot } from '../../scopes/use-project-root.ts'
import { useText } from '../../text/texts.tsx'
import { ThingList, type ThingListProps } from '../events/thing-list.tsx'
import { useMay } from '../../scopes/use-scope.ts'
import { tabAddress } from './tabs.ts'

/** The lines of activity on the profile. */
const linesOnProfile = 3

export interface ActivityProps {
  readonly engine: Engine
  readonly personId: string
  readonly events: ThingListProps['events']
  readonly names: EventNames
  /** False: the operator's role does not include it, or the identity service has none. */
  readonly shown: boolean
  /** The newest entries, with a link to the rest. */
  readonly isRecent?: boolean
}

/** The events of an account, newest first. */
export function Activity({ engine, personId, events, names, shown, isRecent = false }: ActivityProps) {
  const t = useText('console_people')
  const root = useProjectRoot()
  const may = useMay()
  const why = isAble(engine, 'activity') ? t('activity.not_yours') : t('engine.activity')
  return (
    <Section id="activity" title={t(isRecent ? 'activity.recent' : 'activity.title')}>
      {!shown && <Empty drawing="lantern" title={why} />}
      {shown && events.length === 0 && <Empty drawing="lantern" title={t('activity.none')} />}
      {shown && events.length > 0 && (
        <ThingList events={events} names={names} {...(isRecent && { most: linesOnProfile })} />
      )}
      {shown && isRecent && events.length > 0 && (
        <p>
          <PageLink href={`${root}/people/${tabAddress(personId, 'activity')}`}>{t('activity.more')}</PageLink>
        </p>
      )}
      {shown && !isRecent && events.length > 0 && may('listProjectEvents') && (
        <p>
          <PageLink href={`${root}/events?identity=${personId}`}>{t('activity.all')}</PageLink>
        </p>
      )}
    </Section>
  )
}
