import type { FlowContext } from '../../../flows/flow-context.ts'
import { finishLogin } from '../../../flows/login/finish.ts'
import type { Attempt } from '../../../flows/model/attempt.ts'
import { refused, type Outcome } from '../../../flows/model/outcome.ts'
import { flowSchema } from '../../../flows/presentation/node-order.ts'
import { traitValues, invalidTraits } from '../../../flows/presentation/traits.ts'
import { finishRegistration } from '../../../flows/registration/finish.ts'
import { hiddenAddresses } from '../../../flows/registration/hidden-addresses.ts'
import { registrationDisabled } from '../../../flows/registration/init.ts'
import { reject } from '../../../flows/steps/reject.ts'
import { normalizeAddress } from '../../../identities/address.ts'
import { composeIdentity, draftOf, type Composed } from '../../../identities/compose.ts'
import type { Identity, Traits } from '../../../identities/identity.ts'
import { withProvedAddresses } from '../../../identities/proved-address.ts'
import type { IdentitySchema } from '../../../identities/schema.ts'
import { traitNodes } from '../../../identities/trait-nodes.ts'
import { linkedAccountDiffers, continueWithProviderLabel } from '../../../messages/oidc.ts'
import { duplicateCredentials } from '../../../messages/registration.ts'
import { generic } from '../../../messages/validation.ts'
import { csrfNode } from '../../../nodes/node.ts'
import type { OidcContext, ProvedPerson } from '../dependencies.ts'
import { linkIdentifier, newLink, withLink } from '../links.ts'
import type { Mapped } from '../mapper.ts'
import { providerButtons } from '../nodes.ts'
import { claimOn } from './claim.ts'
import { asLogin, asRegistration } from './convert.ts'
import { meaningOf, mergeTraits } from './meaning.ts'
import { ownerOf, type Owner } from './owner.ts'
import { addressesProvedBy } from './proved-addresses.ts'
import { renewFromClaims } from './renew-from-claims.ts'
import { settleOwner } from './settle-owner.ts'

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
export async function settlePerson(context: OidcContext, attempt: Attempt, person: ProvedPerson): Promise<Outcome> {
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
