import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'

import type { BcryptJob } from './bcrypt-worker.ts'
import { createPasswordHasher } from './password-hasher.ts'
import { JobTimeoutError, sharedWorkerPool } from './worker-pool.ts'

const argon2 = { memoryKiB: 1024, iterations: 1, parallelism: 2, saltLength: 16, keyLength: 32 }

test('however many projects check passwords, there are no more threads than cores @worker-pool-1', async () => {
  const watched = sharedWorkerPool<BcryptJob, string | boolean>(new URL('./bcrypt-worker.ts', import.meta.url))
  const hashers = Array.from({ length: 6 }, () =>
    createPasswordHasher({ algorithm: 'bcrypt', bcrypt: { cost: 4 }, argon2 }),
  )
  const hashes = await Promise.all(hashers.flatMap((hasher) => [hasher.hash('one'), hasher.hash('two')]))
  expect(new Set(hashes).size).toBe(12)
  expect(watched.threads()).toBeGreaterThan(0)
  expect(watched.threads()).toBeLessThanOrEqual(availableParallelism())
  // A closing project ends the threads of no other.
  await hashers[0]?.close()
  expect(await hashers[1]?.verify(hashes[0] ?? '', 'one')).toMatchObject({ ok: true })
  await Promise.all([...hashers.map((hasher) => hasher.close()), watched.close()])
  expect(watched.threads()).toBe(0)
})

test('a job that never ends is abandoned, its thread is replaced, and closing waits for none @worker-pool-2', async () => {
  const pool = sharedWorkerPool<string, string>(new URL('./endless-worker.fixture.ts', import.meta.url), 500)
  expect(await pool.run('a')).toBe('a')
  await expect(pool.run('endless')).rejects.toBeInstanceOf(JobTimeoutError)
  expect(pool.threads()).toBe(0)
  expect(await pool.run('b')).toBe('b')
  const [lost] = await Promise.allSettled([pool.run('endless'), pool.close()])
  expect(lost).toMatchObject({ status: 'rejected', reason: { message: 'a hashing thread ended early' } })
  expect(pool.threads()).toBe(0)
})
