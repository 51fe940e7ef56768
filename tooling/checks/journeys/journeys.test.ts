import { expect, test } from 'vitest'
import { root } from '../../runners/tool.ts'
import { allJourneys } from './all-journeys.ts'
import type { JourneyRow } from './journey.ts'
import { readPlayedTests } from './played-tests.ts'
import { renderJourneys } from './render.ts'
import { unplayedJourneys } from './unplayed.ts'
import { wantedJourneys } from './wanted.ts'

const report = {
  suites: [
    {
      specs: [],
      suites: [
        spec('a-1', 'everybody can', ['js', 'kratos']),
        spec('a-1', 'everybody can', ['no-js']),
        spec('a-1', 'everybody can', ['keyboard']),
        spec('a-2', 'the page says why', ['no-js']),
        spec('b-1', 'who can see', ['js']),
      ],
    },
  ],
}

function spec(id: string, title: string, projects: readonly string[]) {
  return { specs: [{ title: `${title} @${id}`, tests: projects.map((projectName) => ({ projectName })) }] }
}

function problemsWith(row: Partial<JourneyRow>, wanted = { methods: [] as string[], pages: ['x'] }): readonly string[] {
  const whole = { method: 'm', tests: ['a-1'], ...row }
  return unplayedJourneys([{ title: 'Flow', pages: ['x'], rows: [whole] }], readPlayedTests(report), wanted)
}

const said = 'a-2'
const reason = 'a reason'

test('a row holds if its journeys are played in every way, or say why not', () => {
  expect(problemsWith({})).toEqual([])
  const tests = ['b-1']
  expect(problemsWith({ tests, without: { noScript: { reason, said }, keyboard: { reason } } })).toEqual([])
})

test('a cell without a journey, and a reason for one that is played, are findings', () => {
  expect(problemsWith({ tests: ['b-1'] })).toEqual([
    'docs/reference/journeys.md: Flow, m: no journey without script, and no reason',
    'docs/reference/journeys.md: Flow, m: no journey keyboard alone, and no reason',
  ])
  expect(problemsWith({ without: { keyboard: { reason } } })).toEqual([
    'docs/reference/journeys.md: Flow, m: has a journey keyboard alone, and a reason for having none',
  ])
})

test('a test that is gone, or does not prove what the page says in that way, is a finding', () => {
  expect(problemsWith({ tests: ['a-1', 'a-9'] })).toEqual([
    'docs/reference/journeys.md: Flow, m: no test of e2e has the id @a-9',
  ])
  const tests = ['b-1']
  expect(problemsWith({ tests, without: { noScript: { reason, said }, keyboard: { reason, said } } })).toEqual([
    'docs/reference/journeys.md: Flow, m: what the page says keyboard alone is proved by a test that is not played so',
  ])
})

test('a method and a page that no row names are findings, and so are those that do not exist', () => {
  expect(problemsWith({}, { methods: ['login/new'], pages: ['x', 'new'] })).toEqual([
    'docs/reference/journeys.md: no row is about login/new',
    'docs/reference/journeys.md: no part visits the page "new"',
  ])
  expect(problemsWith({ wire: ['login', 'old'] }, { methods: [], pages: [] })).toEqual([
    'docs/reference/journeys.md: there is no login/old',
    'docs/reference/journeys.md: there is no page "x"',
  ])
})

test('every method of the wire and every page of the account has a row', () => {
  const problems = unplayedJourneys(allJourneys, new Map(), wantedJourneys(root))
  expect(problems.filter((problem) => /no row|no part|there is no/.test(problem))).toEqual([])
  expect(renderJourneys(allJourneys)).toContain('| password |  | `@account-1`')
})
