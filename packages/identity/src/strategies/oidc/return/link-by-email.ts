import { normalizeAddress } from '../../../identities/address.ts'
import type { Identity } from '../../../identities/identity.ts'
import { linksOf, newLink } from '../links.ts'
import type { ProvedPerson } from '../proved.ts'
import type { OidcContext } from '../context.ts'
import type { LoginNeeds } from '../../../flows/needs.ts'
import type { Attempt } from '../../../flows/model/attempt.ts'
import { finishLogin } from '../../../flows/login/finish.ts'
import type { Outcome } from '../../../flows/model/outcome.ts'

/**
 * `account_linking_mode: automatic`: who signs in with Google or Apple, with an e-mail that both sides have verified, is
 * the account's owner. Documented for Ory in docs/kratos/social-signin/95_account-linking.mdx (repository ory/docs, pull
 * request 2474): consumer accounts only, since the domain of a Google Workspace can change hands; and by the API's
 * description of `account_linking_mode`, for `google` and `apple` alone.
 *
 * The account's own address has to be verified too: an attacker who signed up with that address before the person, and
 * knows a password of that account, would otherwise share it with them. A second factor is still owed, and the link waits
 * for it.
 */
export async function linkByEmail(
  context: LoginNeeds & Pick<OidcContext, 'providers' | 'seals'>,
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
  // Google answers for its own mailboxes; any other address in an account of theirs was checked once, some day.
  const isOwnMailbox = provider.linksByEmail !== 'own_mailboxes' || (hd === undefined && address.endsWith('@gmail.com'))
  return isOwnMailbox && owner.verifiableAddresses.some((row) => row.value === address && row.verified)
}
