import type { Identity } from '../../identities/identity.ts'
import type { IdentitySchema } from '../../identities/schema.ts'
import { traitValue } from '../../identities/trait-nodes.ts'
import { identifierTraits } from '../../identities/identifier-label.ts'

/** Returns the field whose value names a passkey: the trait that the schema marks, else the first sign-in name. */
export function displayNameField(schema: IdentitySchema): string | undefined {
  const traits = identifierTraits(schema)
  return (traits.find(({ isPasskeyName }) => isPasskeyName) ?? traits[0])?.name
}

/** As `displayNameField`, but without a mark the last trait, as in Ory Kratos. */
export function lastDisplayNameField(schema: IdentitySchema): string | undefined {
  return identifierTraits(schema).find(({ isPasskeyName }) => isPasskeyName)?.name ?? schema.fields.at(-1)?.name
}

/** Returns the name of a passkey on the person's device. */
export function displayNameOf(schema: IdentitySchema | undefined, identity: Identity, otherwise: string): string {
  const field = schema && displayNameField(schema)
  const value = field === undefined ? undefined : traitValue(identity.traits, field)
  return typeof value === 'string' && value !== '' ? value : otherwise
}
