import { Icon } from '@gatehouse/design/content'
import { type DoneThing, doneThings } from '../../events/done-things.ts'
import type { EventNames } from '../../events/event-names.ts'
import { EventSentence } from '../../events/event-sentence.tsx'
import { sentenceOf } from '../../events/sentence.ts'
import { Instant } from '../../text/instant.tsx'
import { useText } from '../../text/texts.tsx'
import { useProjectRoot } from '../../scopes/use-project-root.ts'
import { ThingDetails } from './thing-details.tsx'
import classes from './thing-list.module.css'

export interface ThingListProps {
  /** Newest first. */
  readonly events: readonly DoneThing['event'][]
  readonly names: EventNames
  /** For a glance: so many lines, without the names that programs use. */
  readonly most?: number
}

/** The operations, one line each; a line opens to all its details. */
export function ThingList({ events, names, most }: ThingListProps) {
  const label = useText('console')('nav.events')
  return (
    <ol className={classes.list} aria-label={label} data-part="things" data-brief={most !== undefined || undefined}>
      {doneThings(events)
        .slice(0, most)
        .map((thing) => (
          <li key={thing.event.id} data-row={thing.event.id} data-type={thing.event.type}>
            <ThingLine thing={thing} names={names} />
          </li>
        ))}
    </ol>
  )
}

function ThingLine({ thing, names }: { readonly thing: DoneThing; readonly names: EventNames }) {
  const t = useText('console_activity')
  const root = useProjectRoot()
  const { icon, isFailure } = sentenceOf(thing, t)
  const { event } = thing
  return (
    <details className={classes.thing}>
      <summary className={classes.line}>
        <span className={classes.at}>
          <Instant at={event.time} look="second" />
        </span>
        <span className={classes.icon} data-failed={isFailure || undefined}>
          <Icon name={icon} size={18} />
        </span>
        <EventSentence thing={thing} names={names} />
        <code className={classes.type}>{event.type}</code>
        <span className={classes.turn}>
          <Icon name="chevron" size={16} />
        </span>
      </summary>
      <ThingDetails thing={thing} names={names} root={root} />
    </details>
  )
}
