import type { Identity } from '../../identities/identity.ts'
import type { IdentitySchema } from '../../identities/schema.ts'
import { traitValue } from '../../identities/trait-nodes.ts'
import { identifierTraits } from '../../identities/identifier-label.ts'

/** The field whose value a passkey is shown under: the trait the schema marks, else the first sign-in name. */
export function displayNameField(schema: IdentitySchema): string | undefined {
  const traits = identifierTraits(schema)
  return (traits.find(({ isPasskeyName }) => isPasskeyName) ?? traits[0])?.name
}

/** As `displayNameField`, but without a mark the last trait, as Ory Kratos has it. */
export function lastDisplayNameField(schema: IdentitySchema): string | undefined {
  return identifierTraits(schema).find(({ isPasskeyName }) => isPasskeyName)?.name ?? schema.fields.at(-1)?.name
}

/** What the person's device shows a passkey under. */
export function displayNameOf(schema: IdentitySchema | undefined, identity: Identity, otherwise: string): string {
  const field = schema && displayNameField(schema)
  const value = field === undefined ? undefined : traitValue(identity.traits, field)
  return typeof value === 'string' && value !== '' ? value : otherwise
}
