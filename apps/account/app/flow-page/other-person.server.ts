import { personName } from '@gatehouse/contract/identities'
import { textsIn } from '../identity/sign-in-names.ts'
import { ask } from '../request/ask.server.ts'
import type { PageRequest } from '../request/page-request.ts'
import type { Outcome } from './detours/outcome.ts'

/** Returns the person that a sign-in or a sign-up is for, as far as the form says. */
export function meantBy(typed: URLSearchParams): string | undefined {
  return typed.get('identifier') || typed.get('traits.email') || undefined
}

/**
 * Returns the person who is signed in already, if that is not `meant`: an application must not learn that the one is
 * the other. `undefined` without a session, or without `meant`.
 */
export async function otherPerson(
  page: PageRequest,
  meant: string | undefined,
): Promise<Extract<Outcome, { kind: 'other_person' }> | undefined> {
  if (meant === undefined) return undefined
  const answer = await ask(page, (client, credentials) => client.toSession({}, credentials))
  if (answer.kind !== 'ok' || answer.body.identity === null) return undefined
  const { identity } = answer.body
  // Without recovery addresses: such an address may be the identifier of another account.
  const names = [...textsIn(identity.traits), ...(identity.verifiable_addresses ?? []).map(({ value }) => value)]
  const isSame = names.some((name) => name.trim().toLowerCase() === meant.trim().toLowerCase())
  return isSame ? undefined : { kind: 'other_person', name: personName(identity) }
}
