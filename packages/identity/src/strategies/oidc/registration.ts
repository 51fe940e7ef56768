import { textOf } from '../../flows/http/submission.ts'
import { readTraits } from '../../flows/presentation/traits.ts'
import { signUpWithLabel } from '../../messages/oidc.ts'
import type { RegistrationCapability } from '../../flows/ports/strategy.ts'
import type { OidcDependencies } from './dependencies.ts'
import { proveByIdToken } from './id-token.ts'
import { ofOrganization, providerButtons } from './nodes.ts'
import { startRound, unknownProvider } from './start.ts'

/** Signing up with an account at a provider: the provider sends the traits, so there is nothing to check before. */
export function oidcRegistration(dependencies: OidcDependencies): RegistrationCapability {
  const { providers } = dependencies
  return {
    nodes: ({ organizationId }) =>
      providerButtons('provider', ofOrganization(providers, organizationId), signUpWithLabel),
    begin: async ({ flow, submission, schema, now }) => {
      const { fields } = submission
      const named = textOf(fields, 'provider') ?? ''
      const provider = ofOrganization(providers, flow.details.organizationId).find(({ id }) => id === named)
      if (!provider) return unknownProvider(named)
      const traits = readTraits(schema, submission)
      const proved =
        flow.type === 'api' ? await proveByIdToken(dependencies, { flow, fields, now }, provider, traits) : undefined
      const kind = 'registration'
      return proved ?? startRound(dependencies, { flow: { ...flow, kind }, provider: provider.id, fields, traits, now })
    },
    submit: () => {
      throw new Error('begin has answered already')
    },
  }
}
