import { expect, test } from 'vitest'
import { faultsOf } from './result.ts'
import { soak } from './soak.ts'

test('two days with an outage of everything lose nothing, and no table is beyond its bound @soak-1', async () => {
  const options = { days: 2, people: 200, minutes: 1, database: 'sqlite' } as const
  const { result, metrics } = await soak(options, console.log, 'tested')
  expect(faultsOf(result)).toEqual([])
  // Each check has looked at something.
  for (const { what, looked } of result.checks) expect([what, looked > 0]).toEqual([what, true])
  expect(result.days.flatMap(({ faults }) => faults)).toEqual([
    'mail is down for 2 hours',
    'the receiver of events is down',
    'kill -9 of the second worker',
    'kill -9 of the first worker',
    'restart',
  ])
  expect(Math.max(...result.days.map(({ mailsWaiting }) => mailsWaiting))).toBeGreaterThan(0)
  expect(Math.max(...result.days.map(({ eventsWaiting }) => eventsWaiting))).toBeGreaterThan(20)
  expect(result.quiet.rows['gatehouse_identity.sessions']).toBe(0)
  expect(metrics).toMatch(/^gatehouse_flows_total\{.*flow="login".*\} \d+ \d+\.\d{3}$/m)
}, 240_000)
