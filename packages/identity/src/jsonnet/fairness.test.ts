import { exportJWK, generateSecret } from 'jose'
import { describe, expect, onTestFinished, test } from 'vitest'

import { createAccount, createTestService, signIn } from '../service.fixture.ts'

const base64 = (text: string) => `base64://${Buffer.from(text).toString('base64')}`
const neverEnds = 'local f(n) = if n < 2 then 1 else f(n - 1) + f(n - 2); { claims: { n: f(80) } }'

/** Creates a project whose session tokens this program maps, with a signed-in person. */
async function createProject(program: string) {
  const key = await exportJWK(await generateSecret('HS256', { extractable: true }))
  const jwks = base64(JSON.stringify({ keys: [{ ...key, alg: 'HS256', kid: 'a' }] }))
  const templates = { rich: { jwks_url: jwks, claims_mapper_url: base64(program) } }
  const service = await createTestService({ session: { whoami: { tokenizer: { templates } } } })
  onTestFinished(() => service.service.stop())
  await createAccount(service, 'ada@example.org')
  const headers = { 'x-session-token': await signIn(service, 'ada@example.org') }
  return () => service.fetch('/sessions/whoami?tokenize_as=rich', { headers })
}

describe('programs of two projects', () => {
  test('that never end at one do not delay the other @fairness-1', { timeout: 60_000 }, async () => {
    const [busy, other] = [await createProject(neverEnds), await createProject('{ claims: { a: 1 } }')]
    const order: string[] = []
    const ask = async (name: string, call: typeof busy) => {
      const { status } = await call()
      order.push(`${name} ${status}`)
    }
    const waiting = Array.from({ length: 4 }, () => ask('busy', busy))
    // Two run and two wait running before the other project's request.
    await new Promise((resolve) => setImmediate(resolve))
    await Promise.all(Array.from({ length: 5 }, () => ask('other', other)))
    // On a busy machine the two that run may be given up first; those that wait run after the other project's.
    expect(order.filter((answer) => answer === 'other 200')).toHaveLength(5)
    expect(order.length).toBeLessThanOrEqual(5 + 2)
    await Promise.all(waiting)
    expect(order.filter((answer) => answer === 'busy 200')).toEqual([])
  })

  test('are answered first, while programs of four others never end @fairness-3', { timeout: 90_000 }, async () => {
    const busy = await Promise.all(Array.from({ length: 4 }, () => createProject(neverEnds)))
    const other = await createProject('{ claims: { a: 1 } }')
    const order: string[] = []
    const ask = async (name: string, call: typeof other) => {
      await call()
      order.push(name)
    }
    const waiting = busy.map((call) => ask('busy', call))
    await new Promise((resolve) => setImmediate(resolve))
    for (let count = 0; count < 5; count += 1) await ask('other', other)
    expect(order).toEqual(Array.from({ length: 5 }, () => 'other'))
    await Promise.all(waiting)
  })

  test(
    'that wait too long, or are too many, are refused with 503 and when to try again @fairness-2',
    { timeout: 60_000 },
    async () => {
      const busy = await createProject(neverEnds)
      const answers = await Promise.all(Array.from({ length: 60 }, busy))
      const refused = answers.filter(({ status }) => status === 503)
      // 2 run and 50 wait; each waiting one is refused after ten seconds.
      expect(refused.length).toBeGreaterThanOrEqual(8)
      for (const { headers, body } of refused) {
        expect(headers.get('retry-after')).toBe('5')
        expect(body.error.reason).toContain('try again')
      }
    },
  )
})
