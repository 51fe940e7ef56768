import type { RunningEngine } from '../engines/engine.ts'
import type { Shown } from './browser.ts'

/** Calls an admin API. */
export async function admin(
  { adminUrl, send }: Pick<RunningEngine, 'adminUrl' | 'send'>,
  method: string,
  path: string,
  body?: unknown,
): Promise<Shown> {
  const init = {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
  const answer = await send(new Request(`${adminUrl}/admin${path}`, init))
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) }
}

/** Reads the identity that signs in by a name, with the configuration of some credentials. */
export async function identityOf(
  engine: Pick<RunningEngine, 'adminUrl' | 'send'>,
  email: string,
  ...types: readonly string[]
): Promise<Shown['body']> {
  const query = new URLSearchParams([
    ['credentials_identifier', email],
    ...types.map((type) => ['include_credential', type]),
  ])
  const { body } = await admin(engine, 'GET', `/identities?${query.toString()}`)
  return body[0]
}
