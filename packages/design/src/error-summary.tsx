import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Alert } from './alert.tsx'
import { useHydrated } from './hydrated.ts'
import { InPageLink } from './in-page-link.tsx'

/** One thing that went wrong; `field` is the id of the control it is about. */
export interface SummaryItem {
  readonly text: ReactNode
  readonly field?: string | undefined
  /** Whether the same sentence stands under that field. */
  readonly isAtField?: boolean | undefined
  /** The id of the item's element, for a field that it describes. */
  readonly id?: string | undefined
  readonly testId?: string
}

export interface ErrorSummaryProps {
  readonly title: string
  readonly items: readonly SummaryItem[]
  /** Any value that is new after each submit: the summary takes focus whenever it changes. */
  readonly submission?: unknown
  /**
   * The id of the control that is to be filled in again: it gets the focus instead. The summary is announced all the same,
   * after each submit.
   */
  readonly caret?: string | undefined
}

/**
 * The errors at the top of the page, with a link to each field. Takes the focus, with script and without. A single error
 * that stands under the field with the caret is shown there alone; screen readers hear the summary nevertheless.
 */
export function ErrorSummary({ title, items, submission, caret }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState({ submission, count: 0 })
  if (seen.submission !== submission) setSeen({ submission, count: seen.count + 1 })
  const isScripted = useHydrated()
  const isDrawnByServer = useRef(!isScripted)
  useEffect(() => {
    const isFirstOfServer = isDrawnByServer.current
    isDrawnByServer.current = false
    // The browser has set the focus already, and the person may be typing there.
    if (isFirstOfServer && document.activeElement?.matches('input, select, textarea') === true) return
    const field = caret === undefined ? null : document.getElementById(caret)
    ;(field ?? box.current)?.focus()
    // A code is selected, so that typing replaces it.
    if (field instanceof HTMLInputElement && field.autocomplete === 'one-time-code') field.select()
  }, [submission, caret])
  const [first] = items
  const isShownAtField = items.length === 1 && first?.isAtField === true && first.field === caret
  return (
    // A new element, so that screen readers announce an unchanged text again.
    <Alert
      key={caret === undefined ? 'focused' : seen.count}
      kind="error"
      title={title}
      ref={box}
      autoFocus={caret === undefined}
      data-unseen={isShownAtField || undefined}
      data-testid="error-summary"
    >
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
