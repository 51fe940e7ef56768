import { randomUUID } from 'node:crypto'

import { afterEach, expect, test } from 'vitest'

import type { SessionStore } from '../sessions/session-store.ts'
import { backgroundRecording } from './secret-rotation.ts'
import { createIdentityStore } from './identity-store.ts'
import { createSessionStore } from './session-store.ts'
import { openTestedTwice } from './tested-database.fixture.ts'
import { identity, session } from './stores.fixture.ts'

const clean: (() => void)[] = []
afterEach(() => {
  for (const step of clean.splice(0)) step()
})

/** Opens the stores of two processes on one database, in which a person has `count` sessions. */
async function processesWith(count: number) {
  const databases = openTestedTwice()
  clean.push(...databases.map((database) => () => database.close()))
  const [one, other] = databases.map((database) => {
    const recording = backgroundRecording(database)
    return {
      ...recording,
      identities: createIdentityStore(database, recording),
      sessions: createSessionStore(database, recording),
    }
  })
  if (one === undefined || other === undefined) throw new Error('two are opened')
  const ada = identity('ada@example.org')
  await one.identities.insert(ada)
  const expiresAt = Date.now() + 60_000
  await databases[0].write(async () => {
    for (let index = 0; index < count; index += 1) {
      await one.sessions.insert(session(ada.id, { expiresAt }), randomUUID())
    }
  })
  return { one, other, person: ada.id }
}

/** TABLE: the ends of many sessions that two processes may begin at once. */
const ends: readonly {
  what: string
  end: (sessions: SessionStore, person: string) => ReturnType<SessionStore['end']>
}[] = [
  { what: 'idle sessions', end: (sessions) => sessions.endUnused(5_000, 1_000) },
  { what: 'all sessions', end: (sessions) => sessions.end('disable', { by: 'all' }, 1_000) },
  {
    what: 'sessions of a person',
    end: (sessions, person) => sessions.end('disable', { by: 'identity', ids: [person] }, 1_000),
  },
]

test.each(ends)('$what that two processes end at once end once, and are told once @session-ends-1', async ({ end }) => {
  const { one, other, person } = await processesWith(300)
  const ended = (await Promise.all([one, other].map(({ sessions }) => end(sessions, person)))).flat()
  expect(new Set(ended.map(({ id }) => id)).size).toBe(300)
  expect(ended).toHaveLength(300)
  const told = (await one.events.tail(0, 2_000)).filter(({ type }) => type === 'SessionRevoked')
  expect(told).toHaveLength(300)
})
