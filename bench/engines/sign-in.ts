import { emailOf, password } from './people.ts'

const headers = { 'Content-Type': 'application/json' }

/** Begins a native sign-in; answers its id. */
export async function beginSignIn(publicUrl: string): Promise<string> {
  const answer = await fetch(`${publicUrl}/self-service/login/api`)
  if (!answer.ok) throw new Error(`A flow was answered ${answer.status}: ${(await answer.text()).slice(0, 500)}`)
  const { id } = (await answer.json()) as { readonly id: string }
  return id
}

/** Signs one of the people in; answers the session token. */
export async function signIn(publicUrl: string, person: number): Promise<string> {
  const flow = await beginSignIn(publicUrl)
  const answer = await fetch(`${publicUrl}/self-service/login?flow=${flow}`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ method: 'password', identifier: emailOf(person), password }),
  })
  if (!answer.ok) throw new Error(`A sign-in was answered ${answer.status}: ${(await answer.text()).slice(0, 500)}`)
  const { session_token: token } = (await answer.json()) as { readonly session_token: string }
  return token
}

/**
 * Signs people in, `concurrency` at a time, for so many seconds. Sign-ins per second; those that fail do not count, as
 * Kratos answers 500 where two of its requests want to write to SQLite.
 */
export async function signInRate(publicUrl: string, people: number, seconds: number, concurrency = 8): Promise<number> {
  const began = performance.now()
  const until = began + seconds * 1_000
  let done = 0
  let next = 0
  const worker = async () => {
    while (performance.now() < until) {
      const signedIn = await signIn(publicUrl, next++ % people).then(
        () => true,
        () => false,
      )
      if (signedIn) done += 1
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return done / ((performance.now() - began) / 1_000)
}
