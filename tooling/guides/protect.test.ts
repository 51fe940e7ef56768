import { freePorts } from '@gatehouse/testing/processes'
import { beforeAll, expect, test } from 'vitest'
import { buildPackages } from '../pack-packages.ts'
import { follow, guideOf } from './guide.ts'
import { openStopwatch } from './stopwatch.ts'

const named = [4455, 4456, 4434, 3000]

// Another test may build them at this moment, which is waited for.
beforeAll(async () => void (await buildPackages()), 300_000)

test.each(['express', 'nextjs', 'spa', 'fastapi'])(
  'a reader who follows the guide for %s word for word reads their name in the application @protect-1',
  async (name) => {
    const guide = guideOf(name)
    const free = await freePorts(named.length)
    const stopwatch = openStopwatch()
    const lines: string[] = []
    try {
      await follow(guide, new Map(named.map((port, index) => [port, free[index] ?? 0])), (what, ms) =>
        lines.push(stopwatch.lap(what, ms)),
      )
    } finally {
      // The times are for people to read; the test does not judge them.
      console.log([name, ...lines, stopwatch.sums()].join('\n'))
    }
    expect(lines).toHaveLength(guide.steps.length + guide.plays.size)
  },
  900_000,
)
