import { ButtonLink } from '@gatehouse/design/controls'
import { useEffect, useState } from 'react'
import { useText } from '../text/text-source.ts'
import classes from './failure-page.module.css'
import type { FailureExit, Retry } from '../request/failure.ts'
import { useCountdown } from '../text/use-countdown.ts'
import { waitText } from '../text/wait-text.ts'

/** Seconds between two tries of the page grow to this. */
const longestPauseSeconds = 60

/**
 * The link to a second try, and the time until it makes sense. Without script the time is a plain text and the link
 * works at once: a visitor who is early sees this page again.
 */
export function RetryCountdown({ exit, retry }: { readonly exit: FailureExit; readonly retry: Retry }) {
  const t = useText('common')
  const [pause, setPause] = useState(retry.seconds)
  const { left, isRunning, restart } = useCountdown(retry.seconds)
  const isByPage = retry.by === 'page'
  const isOver = isRunning && left === 0

  useEffect(() => {
    if (!isByPage || !isOver) return undefined
    let isCurrent = true
    void isThere(exit.href).then((there) => {
      if (!isCurrent) return
      if (there) location.assign(exit.href)
      const next = Math.min(pause * 2, longestPauseSeconds)
      setPause(next)
      restart(next)
    })
    return () => {
      isCurrent = false
    }
  }, [isByPage, isOver, exit.href, pause, restart])

  const waits = isRunning && !isByPage && left > 0
  const text = !isRunning
    ? isByPage
      ? t('retry.soon', { count: retry.seconds })
      : waitText(t, retry.seconds)
    : left > 0
      ? isByPage
        ? t('retry.in', { count: left })
        : waitText(t, left)
      : t(isByPage ? 'retry.trying' : 'retry.now')
  return (
    <>
      <p className={classes.wait} data-testid="retry">
        <span aria-hidden={left > 0 && isRunning}>{text}</span>
        <span role="status" data-unseen>
          {isOver && text}
        </span>
      </p>
      <div className={classes.exits}>
        <ButtonLink
          href={exit.href}
          variant="primary"
          aria-disabled={waits || undefined}
          onClick={(event) => waits && event.preventDefault()}
        >
          {exit.label}
        </ButtonLink>
      </div>
    </>
  )
}

/** Whether the page can be had again. Asks for it as a browser would, without leaving this one. */
async function isThere(href: string): Promise<boolean> {
  try {
    const { status } = await fetch(href, { headers: { Accept: 'text/html' }, cache: 'no-store', redirect: 'manual' })
    return status !== 429 && (status < 502 || status > 504)
  } catch {
    return false
  }
}
