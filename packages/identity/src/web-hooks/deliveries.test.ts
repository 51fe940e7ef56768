import { expect, onTestFinished, test } from 'vitest'

import type { WebHookConfig } from '../configuration/config.ts'
import { createHookDeliveryStore } from '../sql/hook-delivery-store.ts'
import { openTested } from '../sql/tested-database.fixture.ts'
import { createHookDeliveries } from './deliveries.ts'
import { createHookNames } from './hook-names.ts'

const hook = { path: 'hooks.0', body: undefined } as WebHookConfig

test('a call that a dead process had taken is repeated by the next one five seconds after its last renewal @hook-deliveries-1', async () => {
  const database = openTested()
  onTestFinished(() => database.close())
  const store = createHookDeliveryStore(database)
  await store.insert({ id: 'call', hook: 'hooks.0', body: '{}', attempts: 0, dueAt: 0, createdAt: 0 })
  expect(await store.claim(10, 1_000_000, 'a dead process')).toHaveLength(1)
  await store.renew(['call'], 'another one', 9_000_000)
  await store.renew(['call'], 'a dead process', 1_002_000)
  let now = 1_006_000
  const calls: string[] = []
  const deliveries = createHookDeliveries({
    deliveries: store,
    clock: () => now,
    warn: () => {},
    evaluateJsonnet: async () => undefined,
    call: async (_hook, id) => {
      calls.push(id)
      // It was only slow.
      await store.postpone(id, 1, 2_000_000, 'a dead process')
      return { url: '', status: 204, headers: new Headers(), body: '' }
    },
    hooks: createHookNames([hook]),
  })
  onTestFinished(() => deliveries.stop())
  deliveries.start()
  await deliveries.idle()
  expect(calls).toEqual([])
  expect(await store.nextDue(5_000)).toBe(1_007_000)
  now = 1_007_000
  deliveries.wake()
  await deliveries.idle()
  expect(calls).toEqual(['call'])
  expect(await store.nextDue(5_000)).toBeUndefined()
})
