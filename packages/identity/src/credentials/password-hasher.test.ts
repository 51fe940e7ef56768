import { afterAll, expect, test } from 'vitest'

import { createPasswordHasher } from './password-hasher.ts'

const cheap = { memoryKiB: 1024, iterations: 1, parallelism: 2, saltLength: 16, keyLength: 32 }
const withArgon2 = createPasswordHasher({ algorithm: 'argon2', argon2: cheap, bcrypt: { cost: 4 } })
const withBcrypt = createPasswordHasher({ algorithm: 'bcrypt', argon2: cheap, bcrypt: { cost: 4 } })
afterAll(async () => {
  await Promise.all([withArgon2.close(), withBcrypt.close()])
})

/** Made by other programs: the argon2 reference tool and PHP. */
const known = {
  argon2id: '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
  argon2i: '$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$wWKIMhR9lyDFvRz9YTZweHKfbftvj+qf+YFY4NeBbtA',
}

test.each(Object.entries(known))('a hash of another program with %s is checked', async (_kind, hash) => {
  expect(await withArgon2.verify(hash, 'password')).toEqual({ ok: true, needsRehash: true })
  expect(await withArgon2.verify(hash, 'passwore')).toEqual({ ok: false, needsRehash: false })
})

test('the well-known bcrypt example is checked, in all spellings of its version', async () => {
  const rest = '$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'
  for (const version of ['$2a', '$2b', '$2y']) {
    expect(await withBcrypt.verify(version + rest, 'U*U')).toEqual({ ok: true, needsRehash: true })
    expect(await withBcrypt.verify(version + rest, 'U*V')).toEqual({ ok: false, needsRehash: false })
  }
})

test.each([
  ['argon2', withArgon2, /^\$argon2id\$v=19\$m=1024,t=1,p=2\$[\w+/]{22}\$[\w+/]{43}$/],
  ['bcrypt', withBcrypt, /^\$2b\$04\$.{53}$/],
] as const)('%s: what was hashed is recognised, nothing else', async (_name, hasher, form) => {
  const hash = await hasher.hash('correct horse')
  expect(hash).toMatch(form)
  expect(await hasher.hash('correct horse')).not.toBe(hash)
  expect(await hasher.verify(hash, 'correct horse')).toEqual({ ok: true, needsRehash: false })
  expect(await hasher.verify(hash, 'Correct horse')).toEqual({ ok: false, needsRehash: false })
})

test('a hash of the other algorithm is recognised and needs a new one', async () => {
  const hash = await withBcrypt.hash('correct horse')
  expect(await withArgon2.verify(hash, 'correct horse')).toEqual({ ok: true, needsRehash: true })
})

test('damaged, foreign and monstrous hashes match nothing and throw nothing @password-hasher-1', async () => {
  const monsters = [
    '',
    'plain',
    '$md5$x',
    '$2b$31$' + 'a'.repeat(53),
    '$argon2id$v=19$m=1048576,t=5,p=1$c29tZXNhbHQ$AAAAAAAA',
    '$scrypt$ln=18,r=8,p=5$c29tZXNhbHQ$AAAAAAAA',
    '$argon2id$v=19$m=99999999,t=9,p=1$c29tZXNhbHQ$AAAAAAAA',
  ]
  for (const hash of monsters) {
    expect(await withArgon2.verify(hash, 'x')).toEqual({ ok: false, needsRehash: false })
    expect(withArgon2.reads(hash)).toBe(false)
  }
  expect(withArgon2.reads(known.argon2id)).toBe(true)
})

test('over-long passwords are refused before any work @password-hasher-2', async () => {
  const tooLong = 'x'.repeat(4097)
  await expect(withArgon2.hash(tooLong)).rejects.toThrow(RangeError)
  await expect(withBcrypt.hash('ä'.repeat(37))).rejects.toThrow(RangeError)
  expect(withBcrypt.longestBytes).toBe(72)
  expect(await withArgon2.verify(known.argon2id, tooLong)).toEqual({ ok: false, needsRehash: false })
  await withArgon2.verifyDecoy(tooLong)
})

test('checking a password without an account costs about as much work as with one @password-hasher-3', async () => {
  const slow = createPasswordHasher({
    algorithm: 'argon2',
    argon2: { ...cheap, memoryKiB: 65_536, iterations: 3 },
    bcrypt: { cost: 4 },
  })
  const hash = await slow.hash('correct horse')
  await slow.verifyDecoy('warm up')
  const real = await workOf(() => slow.verify(hash, 'wrong'))
  const unknown = await workOf(() => slow.verifyDecoy('wrong'))
  expect(unknown / real).toBeGreaterThan(0.4)
  expect(unknown / real).toBeLessThan(2.5)
})

test('the event loop stays free while passwords are hashed', async () => {
  const slow = createPasswordHasher({ algorithm: 'bcrypt', argon2: cheap, bcrypt: { cost: 11 } })
  const hashed = Promise.all([slow.hash('a'), slow.hash('b')])
  const turn = () => new Promise((resolve) => setImmediate(resolve, 'turn'))
  let rounds = 0
  while ((await Promise.race([hashed, turn()])) === 'turn') rounds += 1
  await slow.close()
  // A hash that holds the loop leaves it only the few rounds at its beginning and end.
  expect(rounds).toBeGreaterThan(20)
})

test('many sign-ins at one project do not delay those of another @password-hasher-4', async () => {
  const slow = { algorithm: 'bcrypt', argon2: cheap, bcrypt: { cost: 8 } } as const
  const [busy, other] = [createPasswordHasher(slow), createPasswordHasher(slow)]
  const hash = await other.hash('correct horse')
  const order: string[] = []
  const check = async (name: string, hasher: typeof busy) => {
    await hasher.verify(hash, 'wrong')
    order.push(name)
  }
  const all = Array.from({ length: 60 }, () => check('busy', busy))
  await Promise.all([...all, check('other', other), check('other', other)])
  // Running checks end first, then both are served in rotation.
  expect(order.lastIndexOf('other')).toBeLessThan(20)
  await Promise.all([busy.close(), other.close()])
})

test('if too many wait the next one is refused, with 503 and when to try again @password-hasher-5', async () => {
  const slow = createPasswordHasher({ algorithm: 'bcrypt', argon2: cheap, bcrypt: { cost: 4 } })
  const hash = await slow.hash('correct horse')
  const results = await Promise.allSettled(Array.from({ length: 400 }, () => slow.verify(hash, 'wrong')))
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  expect(refused.length).toBeGreaterThan(100)
  expect(refused[0].refusal).toMatchObject({ code: 503, headers: { 'retry-after': '5' } })
  expect(await slow.verify(hash, 'correct horse')).toMatchObject({ ok: true })
  await slow.close()
})

/** 2^16 rounds: some seconds. It matches no password. */
const dearest16 = `$2b$16$${'a'.repeat(53)}`

test('hashes that take seconds leave the turns of all others free, and keep no process from ending @password-hasher-6', async () => {
  const config = { algorithm: 'bcrypt', argon2: cheap, bcrypt: { cost: 4 } } as const
  const [dear, other] = [createPasswordHasher(config), createPasswordHasher(config)]
  const hash = await other.hash('correct horse')
  let isOver = false
  const all = Array.from({ length: 12 }, () => dear.verify(dearest16, 'x').finally(() => (isOver = true)))
  const refused = Promise.allSettled(all)
  for (let round = 0; round < 50; round += 1) {
    expect(await other.verify(hash, 'correct horse')).toMatchObject({ ok: true })
  }
  // Fifty of the usual kind were done before the first of the dear ones.
  expect(isOver).toBe(false)
  await dear.close()
  expect((await refused).map((one) => one.status === 'rejected' && one.reason.refusal.code)).toEqual(
    Array.from({ length: 12 }, () => 503),
  )
  await expect(dear.verify(hash, 'correct horse')).rejects.toMatchObject({ refusal: { code: 503 } })
  await other.close()
})

test('a project with dear hashes waits for one run of another such project, and for none of the dearest @password-hasher-7', async () => {
  const config = { algorithm: 'bcrypt', argon2: cheap, bcrypt: { cost: 4 } } as const
  const [dearest, second, other] = [
    createPasswordHasher(config),
    createPasswordHasher(config),
    createPasswordHasher(config),
  ]
  const dear = `$2b$13$${'a'.repeat(53)}`
  const order: string[] = []
  const check = async (name: string, hasher: typeof other, hash: string) => {
    await hasher.verify(hash, 'wrong')
    order.push(name)
  }
  const all = [
    ...Array.from({ length: 3 }, () => check('of seconds', dearest, dearest16)),
    ...Array.from({ length: 6 }, () => check('dear', second, dear)),
  ]
  const refused = Promise.allSettled(all)
  await check('other', other, dear)
  expect(order).toEqual(['dear', 'other'])
  await Promise.all([dearest.close(), second.close(), other.close(), refused])
})

/** Returns the processor time in microseconds, the least of some rounds: a busy machine does not lengthen it. */
async function workOf(work: () => Promise<unknown>): Promise<number> {
  const samples: number[] = []
  for (let round = 0; round < 5; round += 1) {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    samples.push(user + system)
  }
  return Math.min(...samples)
}
