import { isObject, textField } from '../../flows/http/submission.ts'
import { confirmWithLabel, signInWithLabel } from '../../messages/oidc.ts'
import { fieldRejection } from '../../flows/ports/strategy-input.ts'
import type { LoginCapability, LoginForm } from '../../flows/ports/strategy.ts'
import type { OidcDependencies } from './dependencies.ts'
import { proveByIdToken } from './id-token.ts'
import { linksOf } from './links.ts'
import { ofOrganization, providerButtons } from './nodes.ts'
import { selectedBy } from './selection.ts'
import { startRound, unknownProvider } from './start.ts'

/** Signing in with an account at a provider, also if it turns out that there is no account yet. */
export function oidcLogin(dependencies: OidcDependencies): LoginCapability {
  const { providers } = dependencies

  function offered({ identity, linking, organizationId }: LoginForm) {
    const linked = identity && linksOf(identity).map((link) => link.provider)
    return ofOrganization(providers, organizationId).filter(
      ({ id }) => id !== linking && (!linked || linked.includes(id)),
    )
  }

  return {
    handles: selectedBy('provider'),
    triedAt: () => ({ kind: 'unnamed' }),
    nodes: (form) => {
      if (form.aal === 'aal2') return []
      // A refresh needs a new proof, which an account chooser does not give.
      const shown = form.refresh ? offered(form).map(({ id, label }) => ({ id, label })) : offered(form)
      return providerButtons('provider', shown, form.linking === undefined ? signInWithLabel : confirmWithLabel)
    },
    submit: async ({ flow, fields, now }) => {
      const field = textField(fields, 'provider')
      if (field.kind !== 'text') return fieldRejection('provider', field)
      if (flow.details.requestedAal === 'aal2') {
        return { kind: 'refused', refusal: { code: 404, reason: 'Providers are no second factor.' } }
      }
      const provider = ofOrganization(providers, flow.details.organizationId).find(({ id }) => id === field.value)
      if (!provider) return unknownProvider(field.value)
      const traits = isObject(fields['traits']) ? fields['traits'] : {}
      const proved =
        flow.type === 'api' ? await proveByIdToken(dependencies, { flow, fields, now }, provider, traits) : undefined
      return (
        proved ??
        startRound(dependencies, { flow: { ...flow, kind: 'login' }, provider: provider.id, fields, traits, now })
      )
    },
  }
}
