import type { StoredFlow } from '../../flows/model/flow.ts'
import { usedBefore } from '../../flows/steps/spend-proof.ts'
import { textField, type Fields } from '../../flows/http/submission.ts'
import type { Traits } from '../../identities/identity.ts'
import type { Proved, Refused } from '../../flows/ports/strategy-outcome.ts'
import type { OidcDependencies } from './dependencies.ts'
import { handedInWith } from './handed-tokens.ts'
import type { OidcProvider } from './providers/provider.ts'

/** Checks the id token that a native app obtained from the provider itself. Nothing: the app submits none. */
export async function proveByIdToken(
  dependencies: Pick<OidcDependencies, 'flows' | 'settlePerson'>,
  { flow, fields, now }: { readonly flow: StoredFlow; readonly fields: Fields; readonly now: number },
  provider: OidcProvider,
  traits: Traits,
): Promise<Proved | Refused | undefined> {
  const token = textField(fields, 'id_token')
  if (token.kind !== 'text') return undefined
  const nonce = textField(fields, 'id_token_nonce')
  const answer = await provider.verifyIdToken(token.value, nonce.kind === 'text' ? nonce.value : undefined, now)
  if (answer.kind === 'failed') {
    const reason = `The id token could not be verified as one of the provider "${provider.id}".`
    return { kind: 'refused', refusal: { code: 502, id: 'upstream_error', reason } }
  }
  const spends = await handedInWith(dependencies, flow, token.value, now)
  if (!spends) return { kind: 'refused', refusal: usedBefore }
  const person = { provider, claims: answer.claims, tokens: answer.tokens, traits }
  return { kind: 'proved', settle: (attempt) => dependencies.settlePerson({ ...attempt, spends }, person) }
}
