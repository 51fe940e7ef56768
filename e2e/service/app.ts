import type { APIRequestContext } from '@playwright/test'
import type { Person } from './people.ts'

/** Signs a person in on one more device, which is an app. */
export async function signInApp(
  request: APIRequestContext,
  origin: string,
  { email, password }: Person,
): Promise<void> {
  const created = await request.get(`${origin}/self-service/login/api`)
  const { id } = (await created.json()) as { readonly id: string }
  const data = { method: 'password', identifier: email, password }
  const done = await request.post(`${origin}/self-service/login?flow=${id}`, { data })
  if (!done.ok()) throw new Error(`An app could not sign in: ${done.status()} ${await done.text()}`)
}
