import type { FlowContext } from '../../../flows/flow-context.ts'
import type { CsrfSecret } from '../../../flows/http/csrf.ts'
import { secretFor } from '../../../flows/http/request-context.ts'
import { finishLogin } from '../../../flows/login/finish.ts'
import { openLogin } from '../../../flows/login/form.ts'
import type { Attempt } from '../../../flows/model/attempt.ts'
import type { FlowDetails, StoredFlow } from '../../../flows/model/flow.ts'
import { type Outcome, refused } from '../../../flows/model/outcome.ts'
import { redirectSignIn } from '../../../flows/organization/redirect-sign-in.ts'
import { flowSchema } from '../../../flows/presentation/node-order.ts'
import { invalidTraits, traitValues } from '../../../flows/presentation/traits.ts'
import { finishRegistration } from '../../../flows/registration/finish.ts'
import { openRegistration } from '../../../flows/registration/form.ts'
import { hiddenAddresses } from '../../../flows/registration/hidden-addresses.ts'
import { registrationDisabled } from '../../../flows/registration/init.ts'
import { carriedDetails } from '../../../flows/steps/carried-details.ts'
import { reject } from '../../../flows/steps/reject.ts'
import { consumeProof } from '../../../flows/steps/consume-proof.ts'
import { normalizeAddress } from '../../../identities/address.ts'
import { type Composed, composeIdentity, draftOf } from '../../../identities/compose.ts'
import type { Identity, Traits } from '../../../identities/identity.ts'
import { withProvedAddresses } from '../../../identities/proved-address.ts'
import type { IdentitySchema } from '../../../identities/schema.ts'
import { traitNodes } from '../../../identities/trait-nodes.ts'
import { visitorNetwork } from '../../../limits/visitor-network.ts'
import { continueWithProviderLabel, linkedAccountDiffers } from '../../../messages/oidc.ts'
import { addressTakenOutside, askAdministrator, signInThere } from '../../../messages/organizations.ts'
import { duplicateCredentials } from '../../../messages/registration.ts'
import { generic } from '../../../messages/validation.ts'
import { csrfNode } from '../../../nodes/node.ts'
import type { OidcContext, ProvedPerson } from '../dependencies.ts'
import { linkIdentifier, linksOf, newLink, withLink } from '../links.ts'
import type { Mapped } from '../mapper.ts'
import { providerButtons } from '../nodes.ts'
import { claimOn } from './claim.ts'
import { askToLink, linkByImport } from './link.ts'
import { meaningOf, mergeTraits } from './meaning.ts'
import { type Owner, ownerOf } from './owner.ts'
import { addressesProvedBy } from './proved-addresses.ts'
import { renewFromClaims } from './renew-from-claims.ts'

/** Asks for the traits that the provider did not report; the person returns to the provider afterwards. */
async function askForTraits(
  context: FlowContext,
  { flow }: Attempt,
  { provider }: ProvedPerson,
  known: {
    readonly schema: IdentitySchema
    readonly traits: Traits
    readonly composed: Extract<Composed, { kind: 'invalid' }>
  },
): Promise<Outcome> {
  const { schema, traits, composed } = known
  const group = context.config.featureFlags.legacyOidcRegistrationNodeGroup ? 'oidc' : 'default'
  const nodes = [
    ...providerButtons('provider', [provider], continueWithProviderLabel),
    csrfNode(),
    ...traitNodes(schema, { group, traits }),
  ]
  return reject(context, flow, { ...invalidTraits(schema, traits, composed.faults), nodes, active: 'oidc' })
}

/** Signs in a person whom a provider has vouched for, or signs them up, from either form. */
export async function signInOrSignUp(context: OidcContext, attempt: Attempt, person: ProvedPerson): Promise<Outcome> {
  const { provider, claims } = person
  const key = linkIdentifier({ provider: provider.id, subject: claims.sub })
  const known = await context.identities.findByIdentifier(['oidc'], key)
  return known ? signInAs(context, attempt, person, known) : signUp(context, attempt, person)
}

async function signInAs(
  context: OidcContext,
  attempt: Attempt,
  person: ProvedPerson,
  known: Identity,
): Promise<Outcome> {
  const { provider } = person
  const renewed = await renewFromClaims(context, attempt, person, known)
  if (renewed.kind === 'stopped') return renewed.outcome
  const { identity } = renewed
  return finishLogin(context, await asLogin(context, attempt), {
    kind: 'authenticated',
    identity,
    method: 'oidc',
    aal: 'aal1',
    provider: provider.id,
  })
}

/** Signs up a person whose account at the provider belongs to no identity yet. */
async function signUp(context: OidcContext, attempt: Attempt, person: ProvedPerson): Promise<Outcome> {
  const { flow, request } = attempt
  const { provider, claims } = person
  if (flow.details.linking) return reject(context, flow, { kind: 'rejected', form: [linkedAccountDiffers()] })
  if (flow.details.refresh) {
    const reason = `Your account at "${provider.label}" is not connected to the account that is signed in here.`
    return reject(context, flow, { kind: 'rejected', form: [generic(reason)] })
  }

  const schema = flowSchema(context.schemas, flow)
  const meaning = await meaningOf(context, person, schema)
  if (meaning.kind === 'unusable') {
    if (!context.config.improvements.mappersFailInForms) {
      return refused(flow, { code: 500, reason: meaning.message.text })
    }
    return reject(context, flow, {
      kind: 'rejected',
      form: [meaning.message],
      active: 'oidc',
      reason: 'provider_failed',
    })
  }
  const { mapped } = meaning
  // An organization's data about its people takes precedence over their own entries.
  const isMember = provider.organizationId !== undefined
  const traits = isMember ? mergeTraits(person.traits, mapped.traits) : mergeTraits(mapped.traits, person.traits)
  const owner = await visibleOwner(context, attempt, person, mapped, traits)
  if (owner) return settleOwner(context, attempt, person, owner, mapped)
  if (!context.config.selfservice.flows.registration.enabled) return refused(flow, registrationDisabled)

  const signingUp = await asRegistration(context, attempt)
  const composed = composeIdentity(schema, traits, request.now)
  if (composed.kind === 'invalid') return askForTraits(context, signingUp, person, { schema, traits, composed })
  const link = newLink(context.seals, provider, claims.sub, person.tokens)
  const described = {
    ...withProvedAddresses(composed.identity, addressesProvedBy(mapped, composed.identity), request.now),
    metadataPublic: mapped.metadataPublic ?? null,
    metadataAdmin: mapped.metadataAdmin ?? null,
  }
  const identity = withLink(described, link, request.now)
  if (await context.identities.findByIdentifier(['oidc'], linkIdentifier(link))) {
    return reject(context, flow, { kind: 'rejected', form: [duplicateCredentials()] })
  }
  const accepted = { kind: 'accepted', method: 'oidc', provider: provider.id, identity } as const
  return finishRegistration(context, signingUp, accepted, traitValues(schema, traits))
}

/**
 * Returns the account that has one of these names or addresses, if this person may learn of it: if accounts are hidden,
 * an address that neither the provider nor they have proved is answered as if no account had it.
 */
async function visibleOwner(
  context: Pick<OidcContext, 'config' | 'identities' | 'memberships' | 'organizations' | 'schemas' | 'strategies'>,
  { flow, request }: Attempt,
  person: ProvedPerson,
  mapped: Mapped,
  traits: Traits,
): Promise<Owner | undefined> {
  const schema = flowSchema(context.schemas, flow)
  const owner = await ownerOf(context, schema, traits, request.now)
  if (!owner || isProvedBy(person, owner.identifier)) return owner
  const draft = draftOf(schema, traits, request.now)
  const known = withProvedAddresses(draft, addressesProvedBy(mapped, draft), request.now)
  const hidden = hiddenAddresses(context, known).map(({ value }) => value)
  // An organization has authority over the addresses of its own domains.
  const isItsOwn = ['take', 'clash'].includes((await claimOn(context, person, owner)).kind)
  return isItsOwn || !hidden.includes(owner.identifier) ? owner : ownerOf(context, schema, traits, request.now, hidden)
}

function isProvedBy({ claims }: ProvedPerson, address: string): boolean {
  return (
    claims.email_verified === true && claims.email !== undefined && normalizeAddress(claims.email, 'email') === address
  )
}

/** Answers a person with a provider's proof whose address an account has already. */
async function settleOwner(
  context: OidcContext,
  attempt: Attempt,
  person: ProvedPerson,
  owner: Owner,
  mapped: Mapped,
): Promise<Outcome> {
  const { flow } = attempt
  const claim = await claimOn(context, person, owner)
  switch (claim.kind) {
    case 'ask':
      return (
        (await linkByImport(context, attempt, person, owner.identity, mapped)) ??
        (await linkByEmail(context, attempt, person, owner.identity)) ??
        (await askToLink(context, attempt, person, owner))
      )
    case 'take':
      return takeOver(context, attempt, person, owner, mapped)
    case 'other_organization': {
      const { organization } = claim
      const messages = [signInThere(organization)]
      return redirectSignIn(context, await asLogin(context, attempt), organization, { messages })
    }
    case 'refuse':
      return reject(context, flow, { kind: 'rejected', form: [addressTakenOutside()], active: 'oidc' })
    case 'clash':
      return reject(context, flow, { kind: 'rejected', form: [askAdministrator()], active: 'oidc' })
    default:
      return claim satisfies never
  }
}

/** Links an account that was created for this person: from now on the connection opens it. */
async function takeOver(
  context: OidcContext,
  attempt: Attempt,
  { provider, claims, tokens }: ProvedPerson,
  { identity }: Owner,
  mapped: Mapped,
): Promise<Outcome> {
  const { now } = attempt.request
  const link = newLink(context.seals, provider, claims.sub, tokens)
  const linked = await context.transactions.durable(
    async (): Promise<Identity | { readonly used: Outcome } | undefined> => {
      const used = await consumeProof(context, attempt)
      if (used) return { used }
      const addresses = addressesProvedBy(mapped, identity)
      const proved = await context.addressProofs.record(identity, {
        addresses,
        backing: 'address',
        now,
        flowId: attempt.flow.id,
      })
      const next = withLink(proved.kind === 'recorded' ? proved.identity : identity, link, now)
      const written = await context.identities.update(next)
      return written.kind === 'conflict' ? undefined : written.identity
    },
  )
  if (!linked) return reject(context, attempt.flow, { kind: 'rejected', form: [askAdministrator()], active: 'oidc' })
  if ('used' in linked) return linked.used
  return finishLogin(context, await asLogin(context, { ...attempt, singleUseProof: undefined }), {
    kind: 'authenticated',
    identity: linked,
    method: 'oidc',
    aal: 'aal1',
    provider: provider.id,
  })
}

/**
 * `account_linking_mode: automatic`: a person who signs in with Google or Apple, with an e-mail address that both sides
 * have verified, is the account's owner. Documented for Ory in docs/kratos/social-signin/95_account-linking.mdx
 * (repository ory/docs, pull request 2474): consumer accounts only, since the domain of a Google Workspace can change
 * hands; and by the API's description of `account_linking_mode`, for `google` and `apple` alone.
 *
 * The account's own address has to be verified too: an attacker who signed up with that address before the person, and
 * knows a password of that account, would otherwise share it with them. A second factor is still required, and the link
 * waits for it.
 */
async function linkByEmail(
  context: OidcContext,
  attempt: Attempt,
  person: ProvedPerson,
  owner: Identity,
): Promise<Outcome | undefined> {
  const { flow } = attempt
  const { provider, claims, tokens } = person
  const isTaken = linksOf(owner).some((link) => link.provider === provider.id)
  if (provider.linksByEmail === undefined || flow.kind !== 'login' || isTaken || !areOne(person, owner))
    return undefined
  const linking = { identityId: owner.id, link: newLink(context.seals, provider, claims.sub, tokens) }
  return finishLogin(
    context,
    { ...attempt, flow: { ...flow, details: { ...flow.details, linking } } },
    { kind: 'authenticated', identity: owner, method: 'oidc', aal: 'aal1', provider: provider.id },
  )
}

function areOne({ provider, claims }: ProvedPerson, owner: Identity): boolean {
  const { email, email_verified: verified, hd } = claims
  if (email === undefined || verified !== true || owner.state !== 'active') return false
  const address = normalizeAddress(email, 'email')
  // Google vouches for its own mailboxes; any other address in a Google account was checked only once.
  const isOwnMailbox = provider.linksByEmail !== 'own_mailboxes' || (hd === undefined && address.endsWith('@gmail.com'))
  return isOwnMailbox && owner.verifiableAddresses.some((row) => row.value === address && row.verified)
}

/** Converts the attempt to a sign-in: a person who signs up may have an account without knowing it. */
async function asLogin(context: FlowContext, attempt: Attempt): Promise<Attempt> {
  if (attempt.flow.kind === 'login') return attempt
  const { start, details } = commonOf(context, attempt)
  const flow = await openLogin(context, {
    ...start,
    details,
    aal: 'aal1',
    refresh: false,
    identity: undefined,
    network: visitorNetwork(attempt.request.headers),
  })
  return { ...attempt, flow }
}

/** Converts the attempt to a sign-up. */
async function asRegistration(context: FlowContext, attempt: Attempt): Promise<Attempt> {
  if (attempt.flow.kind === 'registration') return attempt
  const { start, details } = commonOf(context, attempt)
  return { ...attempt, flow: await openRegistration(context, { ...start, details }) }
}

/** Returns the data that the new flow takes over. */
function commonOf(
  context: Pick<FlowContext, 'csrf'>,
  { flow, request }: Attempt,
): { readonly start: ReturnType<typeof startOf>; readonly details: FlowDetails } {
  return {
    start: startOf(flow, request.now, secretFor(flow.type, request, context.csrf).secret),
    details: carriedDetails(flow.details),
  }
}

function startOf({ type, requestUrl, returnTo }: StoredFlow, now: number, secret: CsrfSecret | undefined) {
  return { type, requestUrl, returnTo, secret, now }
}
