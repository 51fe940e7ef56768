import { expect, test } from 'vitest'
import { askToReload, reloadOnSignal, type AskedBy } from './hangup.ts'

test('what is asked of a process that only starts is done once it can, and a signal is not forgotten for a change @reload-5', () => {
  askToReload('signal')
  askToReload('change')
  const done: AskedBy[] = []
  reloadOnSignal((by) => done.push(by))
  expect(done).toEqual(['signal'])
  askToReload('change')
  expect(done).toEqual(['signal', 'change'])
})
