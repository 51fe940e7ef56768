import { expect, test } from 'vitest'
import type { FaultListener } from './fault-changes.ts'
import { createRepeatedWork } from './repeated-work.ts'
import { createWorkLoop } from './work-loop.ts'

/** TABLE: the kinds of background work, each of which runs one round. */
const kinds: readonly (readonly [
  string,
  (work: () => Promise<unknown>, heard: FaultListener) => () => Promise<void>,
])[] = [
  [
    'repeated work',
    (work, heard) => {
      const made = createRepeatedWork({ everyMs: 60_000, work, ...heard })
      return async () => {
        made.start()
        await made.stop()
      }
    },
  ],
  [
    'work on a queue',
    (work, heard) => {
      const made = createWorkLoop({
        clock: Date.now,
        nextDue: async () => undefined,
        work: async () => work().then(() => false),
        ...heard,
      })
      return async () => {
        made.start()
        await made.idle()
        await made.stop()
      }
    },
  ],
]

test.each(kinds)(
  '%s tells each change of an outage once, however many rounds fail @fault-changes-1',
  async (_, make) => {
    const said: string[] = []
    let fault: string | undefined
    const round = make(
      async () => {
        if (fault !== undefined) throw new Error(fault)
      },
      {
        failed: (error) => said.push(error instanceof Error ? error.message : ''),
        mended: () => said.push('mended'),
      },
    )
    for (fault of [undefined, 'refused', 'refused', 'refused', 'in recovery', 'in recovery', undefined, undefined])
      await round()
    expect(said).toEqual(['refused', 'in recovery', 'mended'])
    for (fault of ['refused', undefined]) await round()
    expect(said.slice(3)).toEqual(['refused', 'mended'])
  },
)
