import { isDeepStrictEqual } from 'node:util'
import type { FlowContext } from '../../../flows/flow-context.ts'
import type { Attempt } from '../../../flows/model/attempt.ts'
import type { Outcome } from '../../../flows/model/outcome.ts'
import { strayChange } from '../../../flows/organization/settings.ts'
import { awaitAddresses, keepAwaited } from '../../../flows/settings/await-address.ts'
import { holdBack, type HeldChange } from '../../../flows/settings/hold-back.ts'
import { waitingChanges } from '../../../flows/settings/form.ts'
import { reject } from '../../../flows/steps/reject.ts'
import { consumeVerificationLimits } from '../../../flows/verification/open.ts'
import { applyTraits } from '../../../identities/compose.ts'
import type { Identity } from '../../../identities/identity.ts'
import { duplicateCredentials } from '../../../messages/registration.ts'
import { generic } from '../../../messages/validation.ts'
import type { ProvedPerson, OidcContext } from '../dependencies.ts'
import type { Mapped } from '../mapper.ts'
import { meaningOf, mergeTraits } from './meaning.ts'
import { addressesProvedBy } from './proved-addresses.ts'

/** The account with the provider's present data, or the reason why no session is opened. */
export type Renewed =
  | { readonly kind: 'current'; readonly identity: Identity }
  | { readonly kind: 'stopped'; readonly outcome: Outcome }

/**
 * `update_identity_on_login: automatic`: the provider is the source of truth for its claims, and the account follows at
 * every sign-in. Documented for Ory Kratos in "Update identity on login" of docs/kratos/social-signin/90_data-mapping.mdx
 * (repository ory/docs), and done by `UpdateIdentityFromClaims` of its selfservice/strategy/oidc/strategy_login.go: the
 * mapper's traits replace traits, and those that it leaves away stay; metadata is replaced if the mapper names it; the
 * result has to fit the schema, else the sign-in fails; nothing is written without a change. Secrets are never touched.
 * Addresses keep their verified state, and new ones are verified if the mapper says so, as at sign-up.
 *
 * Differences from Ory Kratos: a provider without authority over the account changes nothing, and no address of an
 * organization is taken. With `security.account_enumeration.mitigate`, an address that it has not proved waits for its
 * proof, as one that is entered in the settings does.
 */
export async function renewFromClaims(
  context: OidcContext,
  attempt: Attempt,
  person: ProvedPerson,
  known: Identity,
): Promise<Renewed> {
  const unchanged: Renewed = { kind: 'current', identity: known }
  const { provider } = person
  const { flow, request, signedIn } = attempt
  const isElse = signedIn !== undefined && signedIn.identity.id !== known.id
  const mayNot = known.state !== 'active' || (await context.memberships.admits(known, provider)).kind !== 'admitted'
  const schema = context.schemas.get(known.schemaId)
  if (!provider.updatesIdentity || isElse || mayNot || !schema) return unchanged

  const stop = async (...form: Parameters<typeof rejectWith>[2]): Promise<Renewed> => ({
    kind: 'stopped',
    outcome: await rejectWith(context, attempt, form),
  })
  const meaning = await meaningOf(context, person, schema, known)
  if (meaning.kind === 'unusable') return stop(meaning.message)
  const { mapped } = meaning

  return context.transactions.durable(async (): Promise<Renewed> => {
    // The account may have changed while the mapper ran.
    const fresh = await context.identities.find(known.id)
    if (!fresh) return unchanged
    const composed = applyTraits(schema, fresh, mergeTraits(fresh.traits, mapped.traits), request.now)
    if (composed.kind === 'invalid') {
      const paths = composed.faults.map(({ name }) => name).join(', ')
      context.warn(`The claims of the provider "${provider.id}" do not fit the schema "${schema.id}": ${paths}`)
      return stop(generic(`What "${provider.label}" tells about you does not fit your account here. Please tell us.`))
    }
    const renewed = { ...composed.identity, ...metadataOf(mapped) }
    const addresses = addressesProvedBy(mapped, renewed)
    const stray = await strayChange(context, renewed, fresh)
    if (stray) return { kind: 'stopped', outcome: await reject(context, flow, { ...stray, active: 'oidc' }) }
    // A sign-in must not reveal that an address is taken to a person who has not proved it.
    const { applied: next, held } = holdBack(context, fresh, renewed, request.now, addresses)
    await awaitProofs(context, attempt, fresh, held)
    const proof = { addresses, backing: 'account', now: request.now } as const
    const previewed = context.addressProofs.preview(next, proof)
    if (sameAs(fresh, previewed)) return { kind: 'current', identity: fresh }
    const written = await context.identities.update(next)
    if (written.kind === 'conflict') return stop(duplicateCredentials())
    // The link of this sign-in belongs to the account, so it is the account's own proof.
    const recorded = await context.addressProofs.record(written.identity, proof)
    return { kind: 'current', identity: recorded.kind === 'recorded' ? recorded.identity : written.identity }
  })
}

/**
 * Sends one proof for each address: each sign-in brings it again. If the limits allow no message, the next one sends
 * it.
 */
async function awaitProofs(
  context: OidcContext,
  { flow, request }: Attempt,
  identity: Identity,
  held: readonly HeldChange[],
): Promise<void> {
  const waiting = await waitingChanges(context, identity, request.now)
  const unheard = held.filter(
    ({ traits }) => !waiting.some((change) => isDeepStrictEqual(json(change.traits), json(traits))),
  )
  const cause = {
    type: flow.type,
    requestUrl: flow.requestUrl,
    returnTo: undefined,
    secret: request.secret,
    now: request.now,
    transientPayload: {},
  } as const
  const awaited = await awaitAddresses(context, identity, unheard, { flow, cause })
  const begun = awaited.flatMap((each) => each.begun)
  const taken = await consumeVerificationLimits(context, request, begun)
  if (awaited.length === 0 || taken.kind === 'refused') return
  await keepAwaited(context, awaited, request.now)
  for (const { write } of begun) await write(taken.allowance)
  await context.notices.send(identity, 'address_change_requested')
}

function json(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}

async function rejectWith(
  context: FlowContext,
  { flow }: Attempt,
  form: readonly ReturnType<typeof generic>[],
): Promise<Outcome> {
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

/** Returns the compared parts, through JSON: objects from requests have no prototype. */
function essence({ traits, metadataPublic, metadataAdmin, verifiableAddresses, recoveryAddresses }: Identity): unknown {
  const addresses = [
    verifiableAddresses.map(({ id, verified }) => [id, verified]),
    recoveryAddresses.map(({ id }) => id),
  ]
  return JSON.parse(JSON.stringify([traits, metadataPublic ?? null, metadataAdmin ?? null, addresses]))
}
