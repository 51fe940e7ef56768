import { Alert } from '@gatehouse/design/alert'
import { useEffect, useRef } from 'react'
import type { DrawnFlow } from './drawn-flow.ts'

/** Why this is another form than the one that was asked for, or sent. Takes focus where a submit failed for it. */
export function FlowNotice({ drawn: { notice, failed, flow } }: { readonly drawn: DrawnFlow }) {
  const box = useRef<HTMLDivElement>(null)
  const said = notice !== undefined && failed && !(flow.ui.messages ?? []).some(({ type }) => type === 'error')
  useEffect(() => {
    if (said) box.current?.focus()
  }, [said, notice])
  if (notice === undefined) return null
  return (
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- without script this is what moves focus to the refusal
    <Alert kind={said ? 'error' : 'info'} ref={box} autoFocus={said} data-testid={`notice/${notice.id}`}>
      {notice.text}
    </Alert>
  )
}
