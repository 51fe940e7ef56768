import type { Message } from '@gatehouse/contract/flows'

import { typesWith } from '../../identities/credential-kinds.ts'
import type { Identity } from '../../identities/identity.ts'
import { duplicateCredentials, duplicateWithHints } from '../../messages/registration.ts'
import { passwordHashOf } from '../../credentials/password-hash.ts'
import type { FlowContext } from '../flow-context.ts'
import type { Rejected } from '../ports/strategy-outcome.ts'

/**
 * Refuses a sign-in name or address that another account has. If hints are switched on, they name its owner's methods.
 * `values`: the typed text, by field.
 */
export async function duplicate(
  context: Pick<FlowContext, 'config' | 'identities'>,
  identity: Identity,
  values: Readonly<Record<string, unknown>>,
): Promise<Rejected> {
  return {
    kind: 'rejected',
    form: [await hint(context, identity)],
    ...(context.config.improvements.typedStays && { values }),
  }
}

async function hint(
  { config, identities }: Pick<FlowContext, 'config' | 'identities'>,
  identity: Identity,
): Promise<Message> {
  if (!config.selfservice.flows.registration.loginHints) return duplicateCredentials()
  const names = Object.values(identity.credentials).flatMap(({ identifiers }) => identifiers)
  const found = (
    await Promise.all(
      names.map(async (name) => ({ name, owner: await identities.findByIdentifier(typesWith('findsOwner'), name) })),
    )
  ).find(({ owner }) => owner !== undefined)
  if (!found?.owner) return duplicateCredentials()
  const { owner, name } = found
  const types = Object.values(owner.credentials)
    .map(({ type }) => type)
    .filter((type) => type !== 'password' || passwordHashOf(owner) !== undefined)
  return duplicateWithHints(name, types, [])
}
