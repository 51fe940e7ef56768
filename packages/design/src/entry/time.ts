/** Moments in words: apart, since the pages before sign-in load none of it. */
export { dateFormat, type DateLook } from '../date-format.ts'
export { Instant, type InstantProps, useInstant } from '../instant.tsx'
export { RelativeTime, type RelativeTimeProps } from '../relative-time.tsx'
export { ageAt, timeAgo } from '../time-ago.ts'
