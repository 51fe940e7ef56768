import { readFileSync } from 'node:fs'
import { repositoryRoot } from '@gatehouse/testing/processes'
import { expect, test } from 'vitest'
import { commandOf } from './options.ts'
import { activitiesOf, faultsOf, type SoakResult } from './result.ts'
import { measuredFile, renderSoak } from './soak-page.ts'

test('docs/reference/performance.md shows the soak that was written down, and nothing else @soak-2', () => {
  const [, shown] = readFileSync(`${repositoryRoot}/docs/reference/performance.md`, 'utf8').split(
    '<!-- generated: soak -->\n',
  )
  expect(shown).toBe(`${renderSoak()}<!-- /generated -->\n`)
})

const measured = JSON.parse(readFileSync(measuredFile, 'utf8')) as SoakResult

test('an activity that was planned often and never done is a fault of the soak @soak-3', () => {
  const name = 'use a session'
  const never = measured.days.map((day) => ({ ...day, done: { ...day.done, [name]: 0 } }))
  const fault = `“${name}” was planned 120000 times and never done`
  expect(faultsOf(measured)).not.toContain(fault)
  expect(faultsOf({ ...measured, days: never })).toContain(fault)
  const done = measured.days.reduce((sum, day) => sum + (day.done[name] ?? 0), 0)
  expect(activitiesOf(measured)).toContainEqual({ name, planned: 120_000, done })
})

test('the command of a soak has the options that were asked for, and no others @soak-4', () => {
  expect(commandOf({ days: 30, people: 10_000, minutes: 60, database: 'sqlite' })).toBe('npm run soak -- --write')
  const other = { days: 6, people: 200, minutes: 3, database: 'postgres' } as const
  expect(commandOf(other)).toBe('npm run soak -- --days 6 --people 200 --minutes 3 --database postgres --write')
})
