import { finishLogin } from '../../../flows/login/finish.ts'
import type { Attempt } from '../../../flows/model/attempt.ts'
import type { Outcome } from '../../../flows/model/outcome.ts'
import { redirectSignIn } from '../../../flows/organization/redirect-sign-in.ts'
import { reject } from '../../../flows/steps/reject.ts'
import { spendProof } from '../../../flows/steps/spend-proof.ts'
import { normalizeAddress } from '../../../identities/address.ts'
import type { Identity } from '../../../identities/identity.ts'
import { addressTakenOutside, askAdministrator, signInThere } from '../../../messages/organizations.ts'
import type { OidcContext, ProvedPerson } from '../dependencies.ts'
import { newLink, withLink, linksOf } from '../links.ts'
import type { Mapped } from '../mapper.ts'
import { claimOn } from './claim.ts'
import { asLogin } from './convert.ts'
import { askToLink, linkByImport } from './link.ts'
import type { Owner } from './owner.ts'
import { addressesProvedBy } from './proved-addresses.ts'

/** Answers a person with a provider's proof whose address an account has already. */
export async function settleOwner(
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
      const used = await spendProof(context, attempt)
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
  return finishLogin(context, await asLogin(context, { ...attempt, spends: undefined }), {
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
