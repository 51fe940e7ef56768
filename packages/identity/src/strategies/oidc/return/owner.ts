import { deriveFromTraits } from '../../../identities/derive.ts'
import { typesWith } from '../../../identities/credential-kinds.ts'
import type { Identity, Traits } from '../../../identities/identity.ts'
import type { IdentitySchema } from '../../../identities/schema.ts'
import type { FlowContext } from '../../../flows/flow-context.ts'

/** An account, and its identifier that was found. */
export interface Owner {
  readonly identity: Identity
  readonly identifier: string
}

const nothing = { verifiableAddresses: [], recoveryAddresses: [], credentials: {} } as const

/**
 * Returns the account that has one of the sign-in names or addresses of these traits, which may be incomplete.
 * `unasked`: those that are skipped.
 */
export async function ownerOf(
  { identities }: Pick<FlowContext, 'identities'>,
  schema: IdentitySchema,
  traits: Traits,
  now: number,
  unasked: readonly string[] = [],
): Promise<Owner | undefined> {
  const derived = deriveFromTraits(schema.check(traits).extended, nothing, now)
  const isAsked = (value: string) => !unasked.includes(value)
  const names = Object.values(derived.credentials).flatMap(({ identifiers }) => identifiers.filter(isAsked))
  const addresses = [...derived.verifiableAddresses, ...derived.recoveryAddresses]
    .map(({ value }) => value)
    .filter(isAsked)
  const found = [
    ...(await Promise.all(
      names.map(async (identifier) => ({
        identifier,
        identity: await identities.findByIdentifier(typesWith('findsOwner'), identifier),
      })),
    )),
    ...(await Promise.all(
      addresses.map(async (identifier) => ({
        identifier,
        identity:
          (await identities.findByVerifiableAddress(identifier)) ??
          (await identities.findByRecoveryAddress(identifier)),
      })),
    )),
  ].find(({ identity }) => identity !== undefined)
  return found?.identity && { identity: found.identity, identifier: found.identifier }
}
