import type { APIRequestContext } from '@playwright/test'
import type { Person } from './people.ts'

/**
 * Creates an account over the wire: the quick way to where a test begins. Leaves signed in whoever asks, which is the
 * visitor with the request context of their page, and nobody with one of its own.
 */
export async function createAccount(request: APIRequestContext, origin: string, person: Reached): Promise<void> {
  const headers = { accept: 'application/json' }
  const created = await request.get(`${origin}/self-service/registration/browser`, { headers })
  if (!created.ok()) throw new Error(`A registration could not begin: ${created.status()} ${await created.text()}`)
  const flow = (await created.json()) as RegistrationFlow
  const token = flow.ui.nodes.find(({ attributes }) => attributes.name === 'csrf_token')?.attributes.value
  const { email, password, phone } = person
  const data = {
    method: 'password',
    csrf_token: token,
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

/** Who is reached by mail, by text message, or by both. */
type Reached = Pick<Person, 'password'> & Partial<Person>

interface RegistrationFlow {
  readonly id: string
  readonly ui: {
    readonly nodes: readonly { readonly attributes: { readonly name?: string; readonly value?: unknown } }[]
  }
}
