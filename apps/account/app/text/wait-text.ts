import type { Say } from './text-source.ts'

/** Longer waits are shown in minutes: hundreds of seconds are hard to read. */
const longestInSeconds = 120

/** Returns the wait until the next attempt: a number of seconds, or of minutes, rounded up. */
export function waitText(t: Say<'common'>, seconds: number): string {
  return seconds > longestInSeconds
    ? t('retry.wait_minutes', { count: Math.ceil(seconds / 60) })
    : t('retry.wait', { count: seconds })
}
