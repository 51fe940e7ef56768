/** Moments in words. */
export { dateFormat, type DateLook } from '../date-format.ts'
export { Instant, type InstantProps, useInstant } from '../instant.tsx'
export { RelativeTime, type RelativeTimeProps } from '../relative-time.tsx'
export { timeAgo } from '../time-ago.ts'
