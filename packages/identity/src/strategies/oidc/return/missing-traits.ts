import type { Composed } from '../../../identities/compose.ts'
import type { Traits } from '../../../identities/identity.ts'
import type { IdentitySchema } from '../../../identities/schema.ts'
import { traitNodes } from '../../../identities/trait-nodes.ts'
import { continueWithProviderLabel } from '../../../messages/oidc.ts'
import { csrfNode } from '../../../nodes/node.ts'
import type { ProvedPerson } from '../proved.ts'
import { providerButtons } from '../nodes.ts'
import type { FlowContext } from '../../../flows/flow-context.ts'
import type { RejectNeeds } from '../../../flows/needs.ts'
import type { Attempt } from '../../../flows/model/attempt.ts'
import type { Outcome } from '../../../flows/model/outcome.ts'
import { reject } from '../../../flows/steps/reject.ts'
import { invalidTraits } from '../../../flows/presentation/traits.ts'

/** The provider did not tell everything: the person fills in the rest, and goes round once more. */
export async function askForTraits(
  context: RejectNeeds & Pick<FlowContext, 'config'>,
  { flow }: Attempt,
  { provider }: ProvedPerson,
  known: {
    readonly schema: IdentitySchema
    readonly traits: Traits
    readonly composed: Extract<Composed, { kind: 'invalid' }>
  },
): Promise<Outcome> {
  const { schema, traits, composed } = known
  const group = context.config.featureFlags.legacyOidcRegistrationNodeGroup ? 'oidc' : 'default'
  const nodes = [
    ...providerButtons('provider', [provider], continueWithProviderLabel),
    csrfNode(),
    ...traitNodes(schema, { group, traits }),
  ]
  return reject(context, flow, { ...invalidTraits(schema, traits, composed.faults), nodes, active: 'oidc' })
}
