import type { Message } from '@gatehouse/contract/messages'

import type { Identity } from '../../identities/identity.ts'
import type { IdentitySchema } from '../../identities/schema.ts'
import { JsonnetFault } from '../../jsonnet.ts'
import { generic } from '../../messages/validation.ts'
import type { Mapped } from '../../strategies/oidc/mapped.ts'
import { mapClaims } from '../../strategies/oidc/mapper.ts'
import type { ProvedPerson } from '../../strategies/oidc/proved.ts'
import type { FlowContext } from '../context.ts'

/** What a provider's claims mean here. A mapper that does not cope with them is the operator's fault, not the person's. */
export async function meaningOf(
  { warn }: FlowContext,
  { provider, claims }: ProvedPerson,
  schema: IdentitySchema,
  current?: Identity,
): Promise<Mapped | undefined> {
  try {
    return await mapClaims(provider.mapper, claims, schema, current)
  } catch (error) {
    if (!(error instanceof JsonnetFault)) throw error
    warn(`The claims mapper of the provider "${provider.id}" failed: ${error.message.slice(0, 500)}`)
    return undefined
  }
}

/** Said where the claims mapper failed. The person cannot mend it; the log says why. */
export const unusableClaims = ({ label }: ProvedPerson['provider']): Message =>
  generic(`What "${label}" tells about you could not be used here.`)
