import { Alert } from '@gatehouse/design/content'
import { useEffect, useRef } from 'react'
import { useText } from '../text/text-source.ts'
import { waitText } from '../text/wait-text.ts'
import { isOwnNotice } from './detours/outcome.ts'
import type { DrawnFlow } from './drawn-flow.ts'

export interface FlowNoticeProps {
  readonly drawn: DrawnFlow
  /** Seconds until the pressed button may be pressed again; `undefined` before script counts. */
  readonly left: number | undefined
}

/** The reason why this is another form than the requested or submitted one. Takes focus if a submit failed for it. */
export function FlowNotice({ drawn: { notice, failed, flow, wait }, left }: FlowNoticeProps) {
  const t = useText('common')
  const box = useRef<HTMLDivElement>(null)
  const said = notice !== undefined && failed && !(flow.ui.messages ?? []).some(({ type }) => type === 'error')
  useEffect(() => {
    if (said) box.current?.focus()
  }, [said, notice])
  if (notice === undefined) return null
  const { id, text } = notice
  const isOver = left === 0
  return (
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- without script this is what moves focus to the refusal
    <Alert kind={said ? 'error' : 'info'} ref={box} autoFocus={said} data-testid={`notice/${notice.id}`}>
      {text ?? (isOwnNotice(id) && t(`send.${id}`))}{' '}
      {wait !== undefined && (
        // A new number every second is nothing to read out; that it is over is.
        <span data-testid="wait" aria-live={isOver ? 'polite' : 'off'}>
          {isOver ? t('retry.now') : waitText(t, left ?? wait.seconds)}
        </span>
      )}
    </Alert>
  )
}
