import type { Message } from '@gatehouse/contract/flows'

import type { Identity } from '../../../identities/identity.ts'
import type { IdentitySchema } from '../../../identities/schema.ts'
import { JsonnetAbsent, JsonnetBusy, JsonnetFault } from '../../../jsonnet/jsonnet.ts'
import { generic } from '../../../messages/validation.ts'
import type { Mapped } from '../mapped.ts'
import { mapClaims } from '../mapper.ts'
import type { ProvedPerson } from '../proved.ts'
import type { OidcContext } from '../context.ts'

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
