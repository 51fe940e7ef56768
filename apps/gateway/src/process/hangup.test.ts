import { expect, test } from 'vitest'
import { askToReload, reloadOnSignal, type AskedBy } from './hangup.ts'

test('a reload that is requested during the start runs after it, and a later change does not replace a signal @reload-5', () => {
  askToReload('signal')
  askToReload('change')
  const done: AskedBy[] = []
  reloadOnSignal((by) => done.push(by))
  expect(done).toEqual(['signal'])
  askToReload('change')
  expect(done).toEqual(['signal', 'change'])
})
