import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { kratosJourneys, kratosRow } from '@gatehouse/testing/journeys'
import { missingScenarios, stepDifferences } from '../differences/differences.ts'
import { scenarios } from '../scenarios/all.ts'
import type { PlacedScenario } from '../scenarios/scenario.ts'
import { adminCalls, callOf, publicCalls } from './calls.ts'
import { compatibilityDocument } from './document.ts'
import { compatibilityFile } from './file.ts'

it('docs/reference/compatibility.md agrees with the scenarios and differences', async () => {
  const text = await readFile(compatibilityFile, 'utf8')
  expect(text, 'write it anew: node conformance/compatibility/write.ts').toBe(compatibilityDocument())
})

it('no two scenarios and no two steps of one share a name', () => {
  expect(repeated(scenarios.map(({ id }) => id))).toEqual([])
  const steps = scenarios.map(({ id, steps: own }) => [id, repeated(own.map(({ title }) => title))] as const)
  expect(steps.filter(([, titles]) => titles.length > 0)).toEqual([])
})

it('every declared difference is about a scenario and a step that exist', () => {
  const unknown = [
    ...stepDifferences.filter((one) => !hasStep(one.scenario, one.step)),
    ...missingScenarios.filter(({ scenario }) => find(scenario) === undefined),
  ]
  expect(unknown).toEqual([])
})

it('every call of the table is made', () => {
  const made = new Set(
    scenarios.flatMap(({ steps }) => steps.flatMap((step) => ('request' in step ? [callOf(step)] : []))),
  )
  expect([...publicCalls, ...adminCalls].filter((call) => !made.has(call))).toEqual([])
})

it('every journey of e2e says whether Ory Kratos can do it, and every id is of a test that exists', async () => {
  const folder = new URL('../../e2e/', import.meta.url)
  const files = globSync('**/*.spec.ts', { cwd: fileURLToPath(folder) })
  expect(files.length).toBeGreaterThan(20)
  expect(files.filter((file) => kratosRow(file) === undefined)).toEqual([])
  const played = kratosJourneys.flatMap((row) => (row.played === 'never' ? [] : [row]))
  expect(played.filter(({ path }) => !files.includes(path))).toEqual([])
  for (const { path, always = [], except = [] } of played) {
    const text = await readFile(new URL(path, folder), 'utf8')
    const ids = [...always, ...except.map(({ id }) => id)]
    expect(ids.filter((id) => !text.includes(` @${id}'`))).toEqual([])
  }
})

function find(id: string): PlacedScenario | undefined {
  return scenarios.find((scenario) => scenario.id === id)
}

function hasStep(scenario: string, title: string): boolean {
  return find(scenario)?.steps.some((step) => step.title === title) === true
}

function repeated(names: readonly string[]): readonly string[] {
  return names.filter((name, index) => names.indexOf(name) !== index)
}
