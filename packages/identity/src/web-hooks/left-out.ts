import { isDeepStrictEqual } from 'node:util'

import type { IdentityConfig, WebHookConfig } from '../configuration/config.ts'
import type { HookEvent } from '../flows/ports/web-hooks.ts'
import { bounds } from '../http/bounds.ts'
import type { Identity } from '../identities/identity.ts'
import { isSameAddress } from '../identities/stated-addresses.ts'
import { shownIdentity } from './event.ts'
import type { HookReply } from './reply.ts'

/** The context of an answer: the account as its hook received it, and as the answer changed it. */
export interface Answered {
  readonly event: HookEvent
  readonly before: Identity
  readonly after: Identity
}

/** Warns of the ignored parts of answers. */
export interface LeftOut {
  /** Warns once of each ignored part of a hook's answers. */
  tell(hook: WebHookConfig, reply: Extract<HookReply, { readonly kind: 'go_on' }>, answered: Answered): void
}

/** The maximum of warnings of one process. A receiver with more of them invents names. */
const mostWarnings = 1_000

/** Checks that the account is stored at the end of this flow, so that an answer may change it. */
export function takesChanges({ flow }: HookEvent): boolean {
  return flow.kind === 'registration' || flow.kind === 'settings'
}

/** Creates the warnings. The log has names of parts and never a value: values may be personal data. */
export function createLeftOut(config: Pick<IdentityConfig, 'publicBaseUrl'>, warn: (text: string) => void): LeftOut {
  const reported = new Set<string>()

  return {
    tell: (hook, { change, addresses, leftOut }, { event, before, after }) => {
      const isTaken = takesChanges(event)
      const shown = JSON.parse(JSON.stringify(shownIdentity(config, before)))
      const isNews = ([name, value]: readonly [string, unknown]) =>
        value !== null && value !== undefined && !isDeepStrictEqual(value, shown[name.replace(/^identity\./, '')])
      const parts = Object.entries(leftOut).filter(isNews)
      const names = isTaken
        ? [...parts.map(([name]) => name), ...strangers(addresses, after)]
        : [
            ...(Object.entries(change).some(isNews) ? ['identity'] : []),
            ...parts.map(([name]) => name.replace(/^identity\..*/, 'identity')),
          ]
      for (const name of new Set(names)) {
        const text = `${hook.path}: "${name.slice(0, bounds.charactersOfQuotation)}" of its answer is not taken: ${reasonOf(name, hook, event)}`
        if (reported.has(text) || reported.size >= mostWarnings) continue
        reported.add(text)
        warn(text)
      }
    },
  }
}

/** Returns addresses that the account does not have, by their paths. */
function strangers(
  { verifiable_addresses: verifiable, recovery_addresses: recovery }: Parameters<LeftOut['tell']>[1]['addresses'],
  { verifiableAddresses, recoveryAddresses }: Identity,
): readonly string[] {
  return [
    ...verifiable.flatMap((address, index) =>
      verifiableAddresses.some((row) => isSameAddress(row, address)) ? [] : [`identity.verifiable_addresses.${index}`],
    ),
    ...recovery.flatMap((address, index) =>
      recoveryAddresses.some((row) => isSameAddress(row, address)) ? [] : [`identity.recovery_addresses.${index}`],
    ),
  ]
}

function reasonOf(name: string, { isParsed }: WebHookConfig, event: HookEvent): string {
  if (name === 'identity' && !isParsed) return 'its configuration has no "response.parse"'
  if (name === 'identity' && !takesChanges(event)) return `a ${event.flow.kind} flow stores nothing of it`
  if (name === 'identity.state') return 'there are "active" and "inactive"; the account is inactive'
  if (/^identity\.\w+_addresses\./.test(name)) return 'the traits have no such address'
  return 'it is no part of an answer'
}
