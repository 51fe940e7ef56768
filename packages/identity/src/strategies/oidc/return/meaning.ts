import type { Message } from '@gatehouse/contract/flows'
import { isObject } from '../../../flows/http/submission.ts'
import type { Identity, Traits } from '../../../identities/identity.ts'
import type { IdentitySchema } from '../../../identities/schema.ts'
import { JsonnetAbsent, JsonnetBusy, JsonnetFault } from '../../../jsonnet/jsonnet.ts'
import { generic } from '../../../messages/validation.ts'
import type { ProvedPerson, OidcContext } from '../dependencies.ts'
import { type Mapped, mapClaims } from '../mapper.ts'

/** The mapped claims of a provider, or the message for a person who cannot fix the fault. */
export type Meaning =
  | { readonly kind: 'mapped'; readonly mapped: Mapped }
  | { readonly kind: 'unusable'; readonly message: Message }

/** Applies the provider's mapper. A mapper that fails is the operator's fault: the log says why. */
export async function meaningOf(
  { warn, evaluateJsonnet }: Pick<OidcContext, 'evaluateJsonnet' | 'warn'>,
  { provider, claims }: ProvedPerson,
  schema: IdentitySchema,
  current?: Identity,
): Promise<Meaning> {
  try {
    return { kind: 'mapped', mapped: await mapClaims(evaluateJsonnet, provider.mapper, claims, schema, current) }
  } catch (error) {
    if (!(error instanceof JsonnetFault)) throw error
    warn(`The claims mapper of the provider "${provider.id}" failed: ${error.message.slice(0, 500)}`)
    const text =
      error instanceof JsonnetAbsent
        ? `Signing in with "${provider.label}" is not possible at the moment. Please try again later.`
        : error instanceof JsonnetBusy
          ? 'Too many people are signing in right now. Please try again in a moment.'
          : `What "${provider.label}" tells about you could not be used here.`
    return { kind: 'unusable', message: generic(text) }
  }
}

/** Merges traits: typed values take precedence over claims; objects merge part by part. */
export function mergeTraits(claimed: Traits, typed: Traits): Traits {
  const merged: Record<string, unknown> = { ...claimed }
  for (const [name, value] of Object.entries(typed)) {
    const below = Object.hasOwn(merged, name) ? merged[name] : undefined
    if (value !== undefined && value !== '') {
      merged[name] = isObject(below) && isObject(value) ? mergeTraits(below, value) : value
    }
  }
  return merged
}
