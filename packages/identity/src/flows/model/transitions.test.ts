import { expect, test } from 'vitest'
import { drawChart, startsOf } from './chart.ts'
import {
  loginTransitions,
  advance,
  type Transition,
  registrationTransitions,
  recoveryTransitions,
  settingsTransitions,
  verificationTransitions,
} from './transitions.ts'

const tables: readonly (readonly [kind: string, table: readonly Transition[]])[] = [
  ['login', loginTransitions],
  ['registration', registrationTransitions],
  ['recovery', recoveryTransitions],
  ['verification', verificationTransitions],
  ['settings', settingsTransitions],
]

const starts: Readonly<Record<string, readonly string[]>> = {
  recovery: ['choose_method', 'recovery_awaiting_address'],
  settings: ['show_form'],
}

test.each(tables)('every arrow of %s is unambiguous, and flows start in the right states', (kind, table) => {
  expect(startsOf(table)).toEqual(starts[kind] ?? ['choose_method'])
  expect(new Set(table.map(({ from, on }) => `${from} ${on}`)).size).toBe(table.length)
})

test('an arrow is followed; without one, the caller is at fault @transitions-1', () => {
  expect(advance(settingsTransitions, 'show_form', 'saved')).toBe('success')
  expect(() => advance(verificationTransitions, 'passed_challenge', 'passed')).toThrow('no transition')
})

test('the chart draws the table', () => {
  expect(drawChart(settingsTransitions)).toBe(
    'stateDiagram-v2\n  [*] --> show_form\n  show_form --> success: saved\n  success --> success: saved\n',
  )
})
