import { expect, test } from 'vitest'
import { listedTests, lookAgain, unstableLines, whyUnstableFails } from './second-look.ts'
import type { NotPassed, Outcome, Runner } from './tally.ts'
import { unit } from './unit.ts'

const failed = (name: string): NotPassed => ({ outcome: 'failed', name, reason: `${name} was slow\nat line 3` })
const outcomeOf = (names: readonly string[], passed = 10): Outcome => ({
  passed,
  failed: names.length,
  skipped: 0,
  notPassed: names.map(failed),
})
const today = new Date('2026-11-26T10:00:00Z')

/** Returns a runner whose second run passes all but those. */
function runnerOf(failsAgain: readonly string[]): Runner & { readonly asked: string[] } {
  const asked: string[] = []
  return {
    asked,
    title: 'tests',
    claims: () => true,
    run: async () => outcomeOf([]),
    async again(tests) {
      asked.push(...tests.map(({ name }) => name))
      const passedNames = asked.filter((name) => !failsAgain.includes(name) && !name.endsWith('(hooks)'))
      return { ...outcomeOf(failsAgain, passedNames.length), passedNames: [...passedNames, 'another'] }
    },
  }
}

test('a failure that passes alone counts as passed, and is named as unstable', async () => {
  const runner = runnerOf(['b'])
  const { outcome, unstable } = await lookAgain(runner, outcomeOf(['a', 'b', 'c (hooks)']))
  expect(runner.asked).toEqual(['a', 'b', 'c (hooks)'])
  expect([outcome.passed, outcome.failed, outcome.notPassed?.map(({ name }) => name)]).toEqual([12, 1, ['b']])
  expect(unstable.map(({ name }) => name)).toEqual(['a', 'c (hooks)'])
})

test('a failure of the runner itself stays one, and so does a test that a second run did not reach', async () => {
  const crashed = { passed: 5, failed: 1, skipped: 0 }
  expect((await lookAgain(runnerOf([]), crashed)).outcome).toEqual(crashed)
  const broken: Runner = { ...runnerOf([]), again: async () => ({ passed: 0, failed: 1, skipped: 0 }) }
  expect((await lookAgain(broken, outcomeOf(['a', 'b (hooks)']))).outcome.failed).toBe(2)
})

test('if much has failed, nothing is run again', async () => {
  const runner = runnerOf([])
  const names = Array.from({ length: 13 }, (_, at) => `test ${at}`)
  expect((await lookAgain(runner, outcomeOf(names))).outcome.failed).toBe(13)
  expect(runner.asked).toEqual([])
})

test('more than three unstable tests, or one listed for more than seven days, fail a run', () => {
  const listed = listedTests(
    '| test | since | seen |\n|---|---|---|\n| a \\| b | 2026-11-18 | slow |\n| c | 2026-11-20 | slow |\n',
  )
  expect(listed.map(({ name }) => name)).toEqual(['a | b', 'c'])
  expect(whyUnstableFails([failed('c'), failed('d'), failed('e')], listed, today)).toEqual([])
  expect(whyUnstableFails([failed('a | b')], listed, today)).toHaveLength(1)
  expect(whyUnstableFails(['c', 'd', 'e', 'f'].map(failed), listed, today)).toHaveLength(1)
})

test('unstable tests close a run with their reasons, and with the row for the list if one has none', () => {
  expect(unstableLines([], [], today)).toEqual([])
  expect(unstableLines([failed('a')], [], today)).toEqual([
    'unstable: 1',
    '  a',
    '      a was slow',
    '      at line 3',
    'For tooling/unstable.md:',
    '| a | 2026-11-26 | a was slow |',
  ])
  expect(unstableLines([failed('a')], [{ name: 'a', since: today }], today)).toHaveLength(4)
})

test('an error that belongs to no test has nothing run again', async () => {
  expect(await unit.again?.([failed('Errors of no test')])).toEqual({ passed: 0, failed: 0, skipped: 0 })
})
