import { hasLookupCodes, hasTotp } from '../../credentials/second-factors.ts'
import type { NoticeTemplate } from '../../courier/message.ts'
import type { Identity } from '../../identities/identity.ts'
import { linkIdentifier, linksOf } from '../../strategies/oidc/links.ts'
import { passwordHashOf } from '../../strategies/password/dependencies.ts'
import { keysOf } from '../../credentials/webauthn-keys.ts'
import type { FlowContext } from '../context.ts'

type Changed = (before: Identity, after: Identity) => boolean

/** TABLE: what the owner of an account is told of, by what differs between the account before and after. */
const changes: readonly (readonly [notice: NoticeTemplate, happened: Changed])[] = [
  ['password_changed', (before, after) => differ(passwordHashOf(before), passwordHashOf(after))],
  ['second_factor_added', (before, after) => factorsOf(after).some((factor) => !factorsOf(before).includes(factor))],
  ['second_factor_removed', (before, after) => factorsOf(before).some((factor) => !factorsOf(after).includes(factor))],
  ['provider_linked', (before, after) => linksIn(after).some((link) => !linksIn(before).includes(link))],
  ['provider_unlinked', (before, after) => linksIn(before).some((link) => !linksIn(after).includes(link))],
  ['passkey_added', (before, after) => keyIdsOf(after).some((id) => !keyIdsOf(before).includes(id))],
  ['passkey_removed', (before, after) => keyIdsOf(before).some((id) => !keyIdsOf(after).includes(id))],
]

/** Tells the owner what was changed in the settings, in the transaction of the change: old addresses of theirs too. */
export function notifyOfChange(
  { notices }: Pick<FlowContext, 'notices'>,
  before: Identity,
  after: Identity,
  { endedSessions }: { readonly endedSessions: boolean },
): void {
  for (const [notice, happened] of changes) {
    if (happened(before, after)) notices.send(after, notice, { endedSessions })
  }
  const kept = after.verifiableAddresses.map(({ value }) => value)
  const left = before.verifiableAddresses.filter(({ value }) => !kept.includes(value))
  notices.send(after, 'address_changed', { to: left })
}

/** Backup codes count as another factor once they are other ones. */
function factorsOf(identity: Identity): readonly string[] {
  const { lookup_secret: codes, totp } = identity.credentials
  return [
    ...(hasTotp(identity) ? [`totp ${JSON.stringify(totp?.config['totp_url'])}`] : []),
    ...(hasLookupCodes(identity) ? [`lookup_secret ${codes?.updatedAt}`] : []),
  ]
}

function linksIn(identity: Identity): readonly string[] {
  return linksOf(identity).map(linkIdentifier)
}

function keyIdsOf(identity: Identity): readonly string[] {
  return (['passkey', 'webauthn'] as const).flatMap((type) => keysOf(identity, type).map(({ id }) => id))
}

function differ(before: string | undefined, after: string | undefined): boolean {
  return after !== undefined && before !== after
}
