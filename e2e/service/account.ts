import { totpCode } from '@gatehouse/testing/devices'
import type { APIRequestContext } from '@playwright/test'
import type { Visitor } from '../visitor.ts'
import type { Person } from './people.ts'

/**
 * Creates an account over the wire, the quickest start of a test, and signs the request context in: with the context of
 * the visitor's page the visitor is signed in, with a separate context they are not.
 */
export async function createAccount(request: APIRequestContext, origin: string, person: Reached): Promise<void> {
  await register(request, origin, person)
}

/** Creates an account as `createAccount` does, and verifies its address. */
export async function createProvedAccount({ page, origin, post }: Visitor, person: Person): Promise<void> {
  await register(page.request, origin, person)
  const headers = { accept: 'application/json' }
  const begun = await page.request.get(`${origin}/self-service/verification/browser`, { headers })
  const flow = (await begun.json()) as Flow
  const at = `${origin}/self-service/verification?flow=${flow.id}`
  // The code of the sign-up is not asked for.
  await post.nextCode(person.email)
  await page.request.post(at, { headers, data: { method: 'code', csrf_token: tokenOf(flow), email: person.email } })
  const code = await post.nextCode(person.email)
  const done = await page.request.post(at, { headers, data: { method: 'code', csrf_token: tokenOf(flow), code } })
  const { state } = (await done.json()) as Flow
  if (state !== 'passed_challenge') throw new Error(`An address could not be proved: ${done.status()} ${state}`)
}

/** Sets up an authenticator app for the person who is signed in with the visitor's browser. Returns its secret. */
export async function setUpAuthenticator({ page, origin }: Visitor): Promise<string> {
  const headers = { accept: 'application/json' }
  const begun = await page.request.get(`${origin}/self-service/settings/browser`, { headers })
  const flow = (await begun.json()) as Flow
  const key = flow.ui.nodes.find(({ attributes }) => attributes.id === 'totp_secret_key')
  const secret = key?.attributes.text?.context?.secret ?? ''
  const data = { method: 'totp', csrf_token: tokenOf(flow), totp_code: totpCode(secret, Date.now()) }
  const done = await page.request.post(`${origin}/self-service/settings?flow=${flow.id}`, { headers, data })
  if (!done.ok()) throw new Error(`An app could not be set up: ${done.status()} ${await done.text()}`)
  return secret
}

async function register(request: APIRequestContext, origin: string, person: Reached): Promise<void> {
  const headers = { accept: 'application/json' }
  const created = await request.get(`${origin}/self-service/registration/browser`, { headers })
  if (!created.ok()) throw new Error(`A registration could not begin: ${created.status()} ${await created.text()}`)
  const flow = (await created.json()) as Flow
  const { email, password, phone } = person
  const data = {
    method: 'password',
    csrf_token: tokenOf(flow),
    password,
    traits: {
      ...(email !== undefined && { email }),
      ...(phone !== undefined && { phone }),
      name: { first: 'Vera', last: 'Vale' },
    },
  }
  const done = await request.post(`${origin}/self-service/registration?flow=${flow.id}`, { headers, data })
  if (!done.ok()) throw new Error(`A registration failed: ${done.status()} ${await done.text()}`)
}

/** A person reached by mail, by text message, or by both. */
type Reached = Pick<Person, 'password'> & Partial<Person>

function tokenOf({ ui }: Flow): unknown {
  return ui.nodes.find(({ attributes }) => attributes.name === 'csrf_token')?.attributes.value
}

interface Flow {
  readonly id: string
  readonly state?: string
  readonly ui: {
    readonly nodes: readonly {
      readonly attributes: {
        readonly id?: string
        readonly name?: string
        readonly value?: unknown
        readonly text?: { readonly context?: { readonly secret?: string } }
      }
    }[]
  }
}
