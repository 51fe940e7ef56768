import type { Identity } from '../../../identities/identity.ts'
import { addressTakenOutside, askAdministrator, signInThere } from '../../../messages/organizations.ts'
import { newLink, withLink } from '../links.ts'
import type { Mapped } from '../mapped.ts'
import type { ProvedPerson } from '../proved.ts'
import type { OidcContext } from '../context.ts'
import type { LoginNeeds } from '../../../flows/needs.ts'
import type { Attempt } from '../../../flows/model/attempt.ts'
import { finishLogin } from '../../../flows/login/finish.ts'
import { claimOn } from './claim.ts'
import { redirectSignIn } from '../../../flows/organization/redirect-sign-in.ts'
import type { Outcome } from '../../../flows/model/outcome.ts'
import { spendProof } from '../../../flows/steps/spend-proof.ts'
import { reject } from '../../../flows/steps/reject.ts'
import { asLogin } from './convert.ts'
import { askToLink, linkByImport } from './link.ts'
import { linkByEmail } from './link-by-email.ts'
import type { Owner } from './owner.ts'
import { addressesProvedBy } from './proved-addresses.ts'

/** Answers a person whom a provider has vouched for, and whose address an account has already. */
export async function settleOwner(
  context: LoginNeeds & Pick<OidcContext, 'countFirstFactors' | 'organizations' | 'providers' | 'seals'>,
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

/** The account was waiting for this person: from now on the connection opens it. */
async function takeOver(
  context: LoginNeeds & Pick<OidcContext, 'providers' | 'seals'>,
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
