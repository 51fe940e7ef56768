import { isInputNode, type UiNode } from '@gatehouse/contract/flows'
import type { Channel, Identity } from '@gatehouse/contract/identities'
import { ask } from '../../request/ask.server.ts'
import { codesOf, fewLeft, type CodesFact } from '../../flow-page/settings/facts.ts'
import type { PageRequest } from '../../request/page-request.ts'

/** Something that would make an account safer. */
export type ToDo =
  | { readonly what: 'address'; readonly address: string; readonly via: Channel }
  | { readonly what: 'second_step' | 'recovery_codes' }
  | ({ readonly what: 'few_codes' } & CodesFact)

/** What there is of second factors, read off the form that changes them: every identity service has it. */
interface Factors {
  readonly isOffered: boolean
  readonly isOn: boolean
  readonly lacksCodes: boolean
}

/** What is left to do for an account, most important first. */
export async function checkUp(page: PageRequest, identity: Identity): Promise<readonly ToDo[]> {
  const addresses = (identity.verifiable_addresses ?? []).filter(({ verified }) => !verified)
  const [factors, codes] = await Promise.all([readFactors(page), readCodes(page)])
  return [
    ...addresses.map(({ value, via }) => ({ what: 'address', address: value, via }) as const),
    ...(factors.isOffered && !factors.isOn ? [{ what: 'second_step' } as const] : []),
    ...(factors.isOn && factors.lacksCodes ? [{ what: 'recovery_codes' } as const] : []),
    ...(codes && fewLeft(codes) !== undefined ? [{ what: 'few_codes', ...codes } as const] : []),
  ]
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
    lacksCodes: names.has('lookup_secret_regenerate') && !names.has('lookup_secret_reveal'),
  }
}

/** What the service tells of recovery codes beside the form; nothing where it has no such call, or there are none. */
async function readCodes(page: PageRequest): Promise<CodesFact | undefined> {
  const { credentials } = await page.features()
  if (!credentials) return undefined
  const answer = await ask(page, (client, visitor) => client.listMyCredentials(visitor))
  const own = answer.kind === 'ok' ? answer.body.find(({ type }) => type === 'lookup_secret') : undefined
  return own && codesOf(own)
}

function isSecondFactor({ group }: UiNode): boolean {
  return group === 'totp' || group === 'webauthn'
}
