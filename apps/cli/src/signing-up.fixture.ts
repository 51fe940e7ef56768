const password = 'analytical-engine-1843'

/** Signs a person up, as a native program would; their session token. */
export async function signUp(origin: string, email: string): Promise<string> {
  const flow = await (await fetch(`${origin}/self-service/registration/api`)).json()
  const answer = await fetch(`${origin}/self-service/registration?flow=${flow.id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ method: 'password', password, traits: { email } }),
  })
  return (await answer.json()).session_token
}

/** Returns the status of the answer about a session. */
export async function whoami(origin: string, token: string): Promise<number> {
  return (await fetch(`${origin}/sessions/whoami`, { headers: { 'x-session-token': token } })).status
}

/** Keeps signing people up; returns the tokens of those that were acknowledged. */
export function signingUp(origin: string) {
  const acknowledged: string[] = []
  const over = new AbortController()
  const one = async (line: string) => {
    for (let number = 0; !over.signal.aborted; number += 1)
      acknowledged.push(await signUp(origin, `${line}-${number}@example.com`))
  }
  const ended = Promise.all(['first', 'second', 'third'].map(one))
  return {
    acknowledged,
    end: async () => {
      over.abort()
      await ended
    },
  }
}
