import { isObject, textOf } from '../../flows/http/submission.ts'
import { confirmWithLabel, signInWithLabel } from '../../messages/oidc.ts'
import type { LoginCapability, LoginForm } from '../../flows/ports/strategy.ts'
import type { OidcDependencies } from './dependencies.ts'
import { proveByIdToken } from './id-token.ts'
import { linksOf } from './links.ts'
import { ofOrganization, providerButtons } from './nodes.ts'
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
    triedAt: () => ({ kind: 'unnamed' }),
    nodes: (form) => {
      if (form.aal === 'aal2') return []
      // A refresh needs a new proof, which an account chooser does not give.
      const shown = form.refresh ? offered(form).map(({ id, label }) => ({ id, label })) : offered(form)
      return providerButtons('provider', shown, form.linking === undefined ? signInWithLabel : confirmWithLabel)
    },
    submit: async ({ flow, fields, now }) => {
      const named = textOf(fields, 'provider') ?? ''
      const provider = ofOrganization(providers, flow.details.organizationId).find(({ id }) => id === named)
      if (!provider) return unknownProvider(named)
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
