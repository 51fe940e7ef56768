import { request } from 'node:http'

import { afterAll, describe, expect, test } from 'vitest'

import type { RunningEngine } from '../engines/engine.ts'
import { kratos } from '../engines/kratos.ts'
import { serve } from '../engines/serve.ts'

/** Checks the bytes of answers without content on the wire: HTTP clients hide some of them. */

const missing = await kratos.missing()
if (missing !== undefined && process.env['CI'] === 'true') throw new Error(missing)

const password = 'a-very-Str0ng-passphrase-91'

interface Raw {
  readonly status: number
  /** In lower case and order; `date` left out, which every answer has. */
  readonly headers: readonly string[]
}

const stops: (() => Promise<void>)[] = []
afterAll(() => Promise.all(stops.map((stop) => stop())))

async function started(engine: typeof kratos): Promise<RunningEngine> {
  await engine.prepare()
  const running = await engine.start('main')
  stops.push(() => running.stop())
  return running
}

function remove(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'DELETE', headers, agent: false }, (answer) => {
      answer.resume()
      answer.once('end', () => {
        const lines = Array.from({ length: answer.rawHeaders.length / 2 }, (_, index) => {
          const [name = '', value = ''] = answer.rawHeaders.slice(index * 2)
          return `${name.toLowerCase()}: ${value}`
        })
        const headers = lines.filter((line) => !line.startsWith('date: ')).toSorted((a, b) => a.localeCompare(b))
        resolve({ status: answer.statusCode ?? 0, headers })
      })
    })
    sent.once('error', reject)
    sent.end()
  })
}

/**
 * Returns an answer of Ory Kratos 1.3.1 as 26.2, the reference, gives it: 1.3.1 forbids storing any answer, 26.2 only
 * those to GET.
 */
function as26({ status, headers }: Raw): Raw {
  return { status, headers: headers.filter((line) => !line.startsWith('cache-control: ')) }
}

async function call(url: string, body?: unknown, token?: string) {
  const headers = { 'content-type': 'application/json', ...(token !== undefined && { 'x-session-token': token }) }
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
  const answer = await fetch(url, init)
  return answer.json()
}

/** Creates a person with a password, a link to a provider and as many sessions as asked for. */
async function person({ adminUrl, publicUrl }: RunningEngine, email: string, sessions: number) {
  const providers = [{ provider: 'corp', subject: email }]
  const credentials = { password: { config: { password } }, oidc: { config: { providers } } }
  const body = { schema_id: 'account', traits: { email, name: { first: 'Ada' } }, credentials }
  const { id } = await call(`${adminUrl}/admin/identities`, body)
  const signedIn: { readonly session_token: string; readonly session: { readonly id: string } }[] = []
  for (let count = 0; count < sessions; count += 1) {
    const flow = await call(`${publicUrl}/self-service/login/api`)
    signedIn.push(await call(flow.ui.action, { method: 'password', identifier: email, password }))
  }
  return { id: String(id), sessions: signedIn }
}

const deletions: Readonly<Record<string, (engine: RunningEngine, email: string) => Promise<Raw>>> = {
  'an identity': async (engine, email) => {
    const { id } = await person(engine, email, 0)
    return remove(`${engine.adminUrl}/admin/identities/${id}`)
  },
  'a session, by an administrator': async (engine, email) => {
    const { sessions } = await person(engine, email, 1)
    return remove(`${engine.adminUrl}/admin/sessions/${sessions[0]?.session.id}`)
  },
  'the sessions of an identity': async (engine, email) => {
    const { id } = await person(engine, email, 1)
    return remove(`${engine.adminUrl}/admin/identities/${id}/sessions`)
  },
  'a credential of an identity': async (engine, email) => {
    const { id } = await person(engine, email, 0)
    return remove(`${engine.adminUrl}/admin/identities/${id}/credentials/oidc?identifier=corp%3A${email}`)
  },
  'another session of one’s own': async (engine, email) => {
    const { sessions } = await person(engine, email, 2)
    const headers = { 'x-session-token': sessions[0]?.session_token ?? '' }
    return remove(`${engine.publicUrl}/sessions/${sessions[1]?.session.id}`, headers)
  },
}

describe.skipIf(missing !== undefined)('an answer of 204', () => {
  test('to DELETE carries the headers that Ory Kratos sends, and no others @no-content-1', async () => {
    const [theirs, ours] = await Promise.all([started(kratos), started(serve)])
    const seen = async (engine: RunningEngine) => {
      const answers: Record<string, Raw> = {}
      for (const [index, [what, send]] of Object.entries(deletions).entries())
        answers[what] = await send(engine, `no-content-${index}@example.org`)
      return answers
    }
    const reference = await seen(theirs)
    expect(Object.values(reference).map(({ status }) => status)).toEqual(Object.keys(deletions).map(() => 204))
    expect(await seen(ours)).toEqual(
      Object.fromEntries(Object.entries(reference).map(([what, answer]) => [what, as26(answer)])),
    )
  })
})
