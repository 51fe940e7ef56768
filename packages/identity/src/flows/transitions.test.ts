import { expect, test } from 'vitest'

import { drawChart } from './chart.ts'
import { loginTransitions } from './login/transitions.ts'
import { recoveryTransitions } from './recovery/transitions.ts'
import { registrationTransitions } from './registration/transitions.ts'
import { settingsTransitions } from './settings/transitions.ts'
import { advance } from './transitions.ts'
import type { Transition } from './transitions.ts'
import { verificationTransitions } from './verification/transitions.ts'

const tables: readonly (readonly [kind: string, table: readonly Transition[]])[] = [
  ['login', loginTransitions],
  ['registration', registrationTransitions],
  ['recovery', recoveryTransitions],
  ['verification', verificationTransitions],
  ['settings', settingsTransitions],
]

test.each(tables)('every state of %s can be reached, and every arrow leads one way', (_kind, table) => {
  const reached = new Set([table[0]?.from])
  for (let round = 0; round < table.length; round += 1) {
    for (const { from, to } of table) if (reached.has(from)) reached.add(to)
  }
  expect(table.every(({ from }) => reached.has(from))).toBe(true)
  expect(new Set(table.map(({ from, on }) => `${from} ${on}`)).size).toBe(table.length)
})

test('an arrow is followed; where there is none, the caller is at fault', () => {
  expect(advance(settingsTransitions, 'show_form', 'saved')).toBe('success')
  expect(() => advance(verificationTransitions, 'passed_challenge', 'passed')).toThrow('no transition')
})

test('the chart draws the table', () => {
  expect(drawChart(settingsTransitions)).toBe(
    'stateDiagram-v2\n  [*] --> show_form\n  show_form --> success: saved\n  success --> success: saved\n',
  )
})
