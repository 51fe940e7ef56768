import { expect, test } from 'vitest'
import { consoleLog, type Log } from './log.ts'
import { logOutage } from './outage-log.ts'

test('an outage is written once for each kind, however many requests meet it @outage-log-1', () => {
  const lines: string[] = []
  const log: Log = { ...consoleLog, error: (_, text) => void lines.push(text) }
  for (let time = 0; time < 238; time += 1) logOutage(log, new Error('refused'), 'the database does not answer')
  expect(lines).toEqual(['the database does not answer'])
  for (let time = 0; time < 9; time += 1) logOutage(log, new Error('starting up'), 'the database does not answer')
  expect(lines).toHaveLength(2)
  const other: Log = { ...log }
  logOutage(other, new Error('refused'), 'the database does not answer')
  expect(lines).toHaveLength(3)
})
