import { typesWith } from '../../identities/credential-kinds.ts'
import type { Identity } from '../../identities/identity.ts'
import { duplicateCredentials, duplicateWithHints } from '../../messages/registration.ts'
import { passwordHashOf } from '../../credentials/password-hash.ts'
import type { FlowContext } from '../flow-context.ts'

/** Somebody has this sign-in name or address already. Hints tell how they sign in, where that is switched on. */
export async function duplicate(
  { config, identities }: Pick<FlowContext, 'config' | 'identities'>,
  identity: Identity,
) {
  if (!config.selfservice.flows.registration.loginHints) {
    return { kind: 'rejected', form: [duplicateCredentials()] } as const
  }
  const names = Object.values(identity.credentials).flatMap(({ identifiers }) => identifiers)
  const found = (
    await Promise.all(
      names.map(async (name) => ({ name, owner: await identities.findByIdentifier(typesWith('findsOwner'), name) })),
    )
  ).find(({ owner }) => owner !== undefined)
  if (!found?.owner) return { kind: 'rejected', form: [duplicateCredentials()] } as const
  const { owner, name } = found
  const types = Object.values(owner.credentials)
    .map(({ type }) => type)
    .filter((type) => type !== 'password' || passwordHashOf(owner) !== undefined)
  return { kind: 'rejected', form: [duplicateWithHints(name, types, [])] } as const
}
