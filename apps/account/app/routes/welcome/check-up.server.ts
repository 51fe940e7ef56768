import { isInputNode, type UiNode } from '@gatehouse/contract/flows'
import type { Channel } from '@gatehouse/contract/identities'
import { ask } from '../../request/ask.server.ts'
import { codesOf, fewLeft, type CodesFact } from '../../flow-page/settings/facts.ts'
import type { SignedIn } from '../../identity/session.server.ts'
import type { PageRequest } from '../../request/page-request.ts'

/** Something that would make an account safer. */
export type ToDo =
  | { readonly what: 'address'; readonly address: string; readonly via: Channel }
  | { readonly what: 'second_step' | 'recovery_codes' }
  | FewCodes

/** Few recovery codes are left; `isUsed`: one of them was the second step of this sign-in. */
export type FewCodes = { readonly what: 'few_codes'; readonly isUsed: boolean } & CodesFact

/** The security check-up: its open tasks, most important first, and how many are done already. */
export interface CheckedUp {
  readonly toDo: readonly ToDo[]
  readonly done: number
}

/** The state of second factors, read from the form that changes them: every identity service has it. */
interface Factors {
  readonly isOffered: boolean
  readonly isOn: boolean
  readonly lacksCodes: boolean
  readonly hasCodes: boolean
}

/** Returns the tasks for an account. Recovery codes are one as soon as there is a second step. */
export async function checkUp(page: PageRequest, session: SignedIn): Promise<CheckedUp> {
  const { identity, authentication_methods: methods } = session
  const used = methods.findLast(({ method }) => method === 'lookup_secret')
  const addresses = identity.verifiable_addresses ?? []
  const [factors, counted] = await Promise.all([readFactors(page), readCodes(page)])
  // A service that does not count them cannot report new ones: its statement is valid for a while.
  const codes = counted ?? (factors.hasCodes && used && isRecent(used.completed_at) ? {} : undefined)
  const isFew = codes !== undefined && (codes.left === undefined || fewLeft(codes) !== undefined)
  const toDo: readonly ToDo[] = [
    ...addresses
      .filter(({ verified }) => !verified)
      .map(({ value, via }) => ({ what: 'address', address: value, via }) as const),
    ...(factors.isOffered && !factors.isOn ? [{ what: 'second_step' } as const] : []),
    ...(factors.isOn && factors.lacksCodes ? [{ what: 'recovery_codes' } as const] : []),
    ...(isFew ? [{ what: 'few_codes', isUsed: used !== undefined, ...codes } as const] : []),
  ]
  const verified = addresses.filter((address) => address.verified).length
  const hasCodes = factors.hasCodes && !isFew
  return { toDo, done: verified + (factors.isOn ? 1 : 0) + (hasCodes ? 1 : 0) }
}

async function readFactors(page: PageRequest): Promise<Factors> {
  const answer = await ask(page, (client, credentials) =>
    client.createBrowserFlow('settings', new URLSearchParams(), credentials),
  )
  const nodes = answer.kind === 'ok' ? answer.body.ui.nodes : []
  const names = new Set(nodes.filter(isInputNode).map(({ attributes }) => attributes.name))
  return {
    isOffered: nodes.some(isSecondFactor),
    isOn: names.has('totp_unlink') || names.has('webauthn_remove'),
    hasCodes: names.has('lookup_secret_reveal'),
    lacksCodes: names.has('lookup_secret_regenerate') && !names.has('lookup_secret_reveal'),
  }
}

/** Reads the service's facts about recovery codes; undefined if it has no such call, or there are none. */
async function readCodes(page: PageRequest): Promise<CodesFact | undefined> {
  const { credentials } = await page.features()
  if (!credentials) return undefined
  const answer = await ask(page, (client, visitor) => client.listMyCredentials(visitor))
  const own = answer.kind === 'ok' ? answer.body.find(({ type }) => type === 'lookup_secret') : undefined
  return own && codesOf(own)
}

/** The time for which a sign-in counts as the one before this page. */
const recentMs = 10 * 60_000

function isRecent(time: string): boolean {
  return Date.parse(time) + recentMs >= Date.now()
}

function isSecondFactor({ group }: UiNode): boolean {
  return group === 'totp' || group === 'webauthn'
}
