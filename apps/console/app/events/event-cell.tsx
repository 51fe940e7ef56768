import { CodeBlock } from '../people/code-block.tsx'
import { useText } from '../text/texts.tsx'
import classes from './event-cell.module.css'

export interface EventCellProps {
  readonly type: string
  /** The envelope; null: it is not kept any more. */
  readonly event: unknown
}

/** The event in a sentence, which opens to all its details. */
export function EventCell({ type, event }: EventCellProps) {
  const t = useText('console_events')
  return (
    <div className={classes.event}>
      <code>{type}</code>
      {event !== null && (
        <details>
          <summary>{t('event.whole')}</summary>
          <CodeBlock label={t('event.whole')}>{JSON.stringify(event, null, 2)}</CodeBlock>
        </details>
      )}
    </div>
  )
}
