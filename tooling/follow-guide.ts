/**
 * Follows a guide word for word in an empty folder, with a real browser, and says how long each step took:
 * `node tooling/follow-guide.ts tutorial`, or `express`, `nextjs`, `spa`, `fastapi` of docs/protect.md. Our packages come
 * from this copy, everything else from npm and PyPI.
 */
import { follow, guideOf } from './guides/guide.ts'
import { openStopwatch } from './guides/stopwatch.ts'

const stopwatch = openStopwatch()
await follow(guideOf(process.argv[2] ?? ''), new Map(), (what, ms) => console.log(stopwatch.lap(what, ms)))
console.log(stopwatch.sums())
