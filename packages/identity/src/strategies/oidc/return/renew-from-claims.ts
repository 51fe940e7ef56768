import { isDeepStrictEqual } from 'node:util'

import { applyTraits } from '../../../identities/compose.ts'
import type { Identity } from '../../../identities/identity.ts'
import { duplicateCredentials } from '../../../messages/registration.ts'
import { generic } from '../../../messages/validation.ts'
import type { Mapped } from '../mapped.ts'
import type { ProvedPerson } from '../proved.ts'
import type { OidcContext } from '../context.ts'
import type { RejectNeeds } from '../../../flows/needs.ts'
import type { Attempt } from '../../../flows/model/attempt.ts'
import { strayChange } from '../../../flows/organization/settings.ts'
import type { Outcome } from '../../../flows/model/outcome.ts'
import { reject } from '../../../flows/steps/reject.ts'
import { meaningOf } from './meaning.ts'
import { mergeTraits } from './merge-traits.ts'
import { addressesProvedBy } from './proved-addresses.ts'

/** The account as the provider describes it now, or why nobody is signed in. */
export type Renewed =
  | { readonly kind: 'current'; readonly identity: Identity }
  | { readonly kind: 'stopped'; readonly outcome: Outcome }

/**
 * `update_identity_on_login: automatic`: the provider is the source of truth for what it tells, and the account follows at
 * every sign-in. Documented for Ory Kratos in "Update identity on login" of docs/kratos/social-signin/90_data-mapping.mdx
 * (repository ory/docs), and done by `UpdateIdentityFromClaims` of its selfservice/strategy/oidc/strategy_login.go: what
 * the mapper tells replaces traits, what it leaves away stays; metadata is replaced where the mapper names it; the result
 * has to fit the schema, else the sign-in fails; nothing is written where nothing changed. Secrets are never touched.
 * Addresses keep their verified state, and new ones are verified if the mapper says so, as at sign-up.
 *
 * Ours alone: a provider without a say over the account changes nothing, and no address of an organization is taken.
 */
export async function renewFromClaims(
  context: RejectNeeds & Pick<OidcContext, 'addressProofs' | 'evaluateJsonnet' | 'memberships' | 'warn'>,
  attempt: Attempt,
  person: ProvedPerson,
  known: Identity,
): Promise<Renewed> {
  const unchanged: Renewed = { kind: 'current', identity: known }
  const { provider } = person
  const { flow, visit, signedIn } = attempt
  const isElse = signedIn !== undefined && signedIn.identity.id !== known.id
  const mayNot = known.state !== 'active' || context.memberships.admits(known, provider).kind !== 'admitted'
  const schema = context.schemas.get(known.schemaId)
  if (!provider.updatesIdentity || isElse || mayNot || !schema) return unchanged

  const stop = (...form: Parameters<typeof rejectWith>[2]): Renewed => ({
    kind: 'stopped',
    outcome: rejectWith(context, attempt, form),
  })
  const meaning = await meaningOf(context, person, schema, known)
  if (meaning.kind === 'unusable') return stop(meaning.message)
  const { mapped } = meaning

  return context.transactions.durable((): Renewed => {
    // Much may have happened while the mapper ran.
    const fresh = context.identities.find(known.id)
    if (!fresh) return unchanged
    const composed = applyTraits(schema, fresh, mergeTraits(fresh.traits, mapped.traits), visit.now)
    if (composed.kind === 'invalid') {
      const paths = composed.faults.map(({ name }) => name).join(', ')
      context.warn(`What the provider "${provider.id}" tells does not fit the schema "${schema.id}": ${paths}`)
      return stop(generic(`What "${provider.label}" tells about you does not fit your account here. Please tell us.`))
    }
    const next = { ...composed.identity, ...metadataOf(mapped) }
    const proof = { addresses: addressesProvedBy(mapped, next), backing: 'account', now: visit.now } as const
    const foreseen = context.addressProofs.foresee(next, proof)
    if (sameAs(fresh, foreseen)) return { kind: 'current', identity: fresh }
    const stray = strayChange(context, next, fresh)
    if (stray) return { kind: 'stopped', outcome: reject(context, flow, { ...stray, active: 'oidc' }) }
    if (context.identities.update(next).kind === 'conflict') return stop(duplicateCredentials())
    // The link that signs in belongs to the account, so it is the account's own proof.
    context.addressProofs.record(next, proof)
    return { kind: 'current', identity: foreseen }
  })
}

function rejectWith(context: RejectNeeds, { flow }: Attempt, form: readonly ReturnType<typeof generic>[]): Outcome {
  return reject(context, flow, { kind: 'rejected', form, active: 'oidc', reason: 'provider_failed' })
}

function metadataOf({ metadataPublic, metadataAdmin }: Mapped): Partial<Identity> {
  return {
    ...(metadataPublic !== undefined && { metadataPublic }),
    ...(metadataAdmin !== undefined && { metadataAdmin }),
  }
}

function sameAs(one: Identity, other: Identity): boolean {
  return isDeepStrictEqual(essence(one), essence(other))
}

/** Through JSON: objects that people send have no prototype. */
function essence({ traits, metadataPublic, metadataAdmin, verifiableAddresses, recoveryAddresses }: Identity): unknown {
  const addresses = [
    verifiableAddresses.map(({ id, verified }) => [id, verified]),
    recoveryAddresses.map(({ id }) => id),
  ]
  return JSON.parse(JSON.stringify([traits, metadataPublic ?? null, metadataAdmin ?? null, addresses]))
}
