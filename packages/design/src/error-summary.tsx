import { useEffect, useRef, type ReactNode } from 'react'
import { Alert } from './alert.tsx'
import { InPageLink } from './in-page-link.tsx'

/** One thing that went wrong; `field` is the id of the control it is about. */
export interface SummaryItem {
  readonly text: ReactNode
  readonly field?: string | undefined
  /** The id of its own element, for a field that it describes. */
  readonly id?: string | undefined
  readonly testId?: string
}

export interface ErrorSummaryProps {
  readonly title: string
  readonly items: readonly SummaryItem[]
  /** Any value that is new after each submit: the summary takes focus whenever it changes. */
  readonly submission?: unknown
}

/** What went wrong, at the top of the page, with a link to each field. Takes focus, with script and without. */
export function ErrorSummary({ title, items, submission }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [submission])
  const [first] = items
  return (
    <Alert kind="error" title={title} ref={box} autoFocus data-testid="error-summary">
      {items.length === 1 && first ? (
        <SummaryLine item={first} />
      ) : (
        <ul>
          {items.map((item, index) => (
            <li key={index}>
              <SummaryLine item={item} />
            </li>
          ))}
        </ul>
      )}
    </Alert>
  )
}

function SummaryLine({ item }: { readonly item: SummaryItem }) {
  const { field, id, testId, text } = item
  if (field) {
    return (
      <InPageLink to={field} id={id} data-testid={testId}>
        {text}
      </InPageLink>
    )
  }
  return (
    <span id={id} data-testid={testId}>
      {text}
    </span>
  )
}
