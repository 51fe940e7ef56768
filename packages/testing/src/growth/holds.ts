import { appendFileSync } from 'node:fs'

/** For how long one request held the event loop, at most. */
export interface Hold {
  readonly name: string
  readonly scale: number
  /** Bytes of the request. */
  readonly sent: number
  /** Processor time of this thread between two turns of the event loop: other programs do not count. */
  readonly microseconds: number
}

/** The file that holds are written to, a line of JSON each; without one they are not watched. */
const report = process.env['GROWTH_REPORT']

/** Tells whether holds are written to a file, so that each scale has to be measured. */
export const hasReport = report !== undefined

/** Watches the turns of the event loop until it is asked for the longest one, in microseconds. */
export function watchHolds(): { longest(): number } {
  return report === undefined ? { longest: () => 0 } : watchLoop()
}

function watchLoop(): { longest(): number } {
  let longest = 0
  let before = process.threadCpuUsage()
  const look = () => {
    const { user, system } = process.threadCpuUsage(before)
    longest = Math.max(longest, user + system)
    before = process.threadCpuUsage()
  }
  const turn = () => {
    look()
    next = setImmediate(turn)
  }
  let next = setImmediate(turn)
  return {
    longest: () => {
      clearImmediate(next)
      look()
      return longest
    },
  }
}

/** Writes a hold to the report, if one is asked for. */
export function recordHold(hold: Hold): void {
  if (report !== undefined) appendFileSync(report, `${JSON.stringify(hold)}\n`)
}

/**
 * Measures the longest time for which some work held the event loop of this thread, in microseconds of processor time
 * between two turns: other threads and programs do not count.
 */
export async function longestHold(work: () => Promise<unknown>): Promise<number> {
  const watched = watchLoop()
  await work()
  return watched.longest()
}
