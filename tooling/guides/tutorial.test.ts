import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePorts } from '@gatehouse/testing/processes'
import { beforeAll, expect, test } from 'vitest'
import { buildPackages } from '../pack-packages.ts'
import { root } from '../pack/published.ts'
import { follow, guideOf } from './guide.ts'

const named = [4455, 4456, 4434, 3000, 3001]

// Another test may build them at this moment, which is waited for.
beforeAll(async () => void (await buildPackages()), 300_000)

test('the tutorial, followed word for word, comes to its end @tutorial-1', async () => {
  const guide = guideOf('tutorial')
  const free = await freePorts(named.length)
  const done: string[] = []
  await follow(guide, new Map(named.map((port, index) => [port, free[index] ?? 0])), (what) => done.push(what))
  expect(done).toHaveLength(guide.steps.length + guide.plays.size)
  // Each play in a browser belongs to a section of that name.
  const text = readFileSync(join(root, 'docs/tutorial.md'), 'utf8')
  for (const section of guide.plays.keys()) expect(text).toContain(`\n## ${section}\n`)
}, 240_000)
