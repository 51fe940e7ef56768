import { emailOf, password } from './people.ts'

const headers = { 'Content-Type': 'application/json' }

/** Begins a native sign-in or sign-up; returns its id. */
export async function beginFlow(publicUrl: string, kind: 'login' | 'registration' = 'login'): Promise<string> {
  const answer = await fetch(`${publicUrl}/self-service/${kind}/api`)
  return String((await read(answer, 'A flow'))['id'])
}

/** Signs one of the people in; returns the session token. */
export async function signIn(publicUrl: string, person: number): Promise<string> {
  const flow = await beginFlow(publicUrl)
  const answer = await fetch(`${publicUrl}/self-service/login?flow=${flow}`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ method: 'password', identifier: emailOf(person), password }),
  })
  return String((await read(answer, 'A sign-in'))['session_token'])
}

/** Signs a new person up. */
export async function signUp(publicUrl: string): Promise<void> {
  const flow = await beginFlow(publicUrl, 'registration')
  const answer = await fetch(`${publicUrl}/self-service/registration?flow=${flow}`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ method: 'password', traits: { email: `${crypto.randomUUID()}@example.org` }, password }),
  })
  await read(answer, 'A sign-up')
}

async function read(answer: Response, what: string): Promise<Readonly<Record<string, unknown>>> {
  if (!answer.ok) throw new Error(`${what} was answered ${answer.status}: ${(await answer.text()).slice(0, 500)}`)
  return (await answer.json()) as Readonly<Record<string, unknown>>
}
