import { expect, test } from 'vitest'

import { guardedLookup, type Resolve } from './guarded-lookup.ts'

const reach = 'public'
const found = [{ address: '93.184.216.34', family: 4 }]

/** Resolves a name with the lookup; returns its address or the fault. */
const addressBy = (lookup: ReturnType<typeof guardedLookup>, name: string) =>
  new Promise((done) => lookup(name, {}, (error, address) => done(error ?? address)))

test('names that are never answered hold one look-up of an agent, and others are answered @lookup-share-1', async () => {
  const asked: string[] = []
  const held: (() => void)[] = []
  const silent: Resolve = (name, callback) => {
    asked.push(name)
    held.push(() => callback(null, found))
  }
  const hook = guardedLookup(reach, silent)
  const waiting = ['a.example', 'b.example', 'c.example'].map((name) => addressBy(hook, name))
  const other = guardedLookup(reach, (_name, callback) => callback(null, found))
  expect(await Promise.all([addressBy(other, 'mail.example'), addressBy(other, 'idp.example')])).toEqual([
    '93.184.216.34',
    '93.184.216.34',
  ])
  expect(asked).toEqual(['a.example'])
  for (let done = 0; done < 3; done += 1) {
    await expect.poll(() => held.length).toBe(done + 1)
    held[done]?.()
  }
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => '93.184.216.34'))
})
