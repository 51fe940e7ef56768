import { z } from 'zod'
import type { CredentialImport } from '../../credentials/credential-import.ts'
import type { FirstFactors } from '../../credentials/factors.ts'
import { isObject, textOf, textField, type Fields } from '../../flows/http/submission.ts'
import type { StoredFlow } from '../../flows/model/flow.ts'
import type { Proved, Refused } from '../../flows/ports/strategy-outcome.ts'
import type {
  Strategy,
  SocialSignInCapability,
  LoginCapability,
  LoginForm,
  RegistrationCapability,
  SettingsAttempt,
  SettingsCapability,
  SettingsOutcome,
} from '../../flows/ports/strategy.ts'
import { readTraits } from '../../flows/presentation/traits.ts'
import { noticesOf } from '../../flows/settings/notices.ts'
import { idTokenUsedRefusal } from '../../flows/steps/consume-proof.ts'
import { bounds } from '../../http/bounds.ts'
import type { Credential, Traits, Identity } from '../../identities/identity.ts'
import { lastSignInMethod } from '../../messages/account-rule.ts'
import {
  confirmWithLabel,
  signInWithLabel,
  signUpWithLabel,
  linkProviderLabel,
  unlinkProviderLabel,
} from '../../messages/oidc.ts'
import { generic } from '../../messages/validation.ts'
import type { OidcDependencies } from './dependencies.ts'
import { handedInWith } from './handed-tokens.ts'
import { linkIdentifier, readLink, withLink, linksOf, withoutLinks } from './links.ts'
import { ofOrganization, providerButtons } from './nodes.ts'
import type { OidcProvider } from './providers/provider.ts'
import { startRound, unknownProvider } from './start.ts'

/** Creates the strategy of accounts at OpenID providers, and at some that have their own protocol. */
export function oidcStrategy(dependencies: OidcDependencies): Strategy {
  return {
    id: 'oidc',
    login: oidcLogin(dependencies),
    registration: oidcRegistration(dependencies),
    settings: oidcSettings(dependencies),
    socialSignIn: socialSignInCapability(dependencies),
  }
}

const provider = z
  .strictObject({
    provider: z.string().min(1),
    subject: z.string().min(1),
    organization: z.string().nullish(),
    use_auto_link: z.boolean().nullish(),
  })
  // Generated clients write null for absent values; null is not stored.
  .transform(({ organization, use_auto_link: isInvited, ...link }) => ({
    ...link,
    ...(typeof organization === 'string' && { organization }),
    ...(typeof isInvited === 'boolean' && { use_auto_link: isInvited }),
  }))

/** The import of accounts at providers, which have no tokens. */
export const linkImport: CredentialImport = {
  type: 'oidc',
  body: z
    .strictObject({
      config: z.strictObject({ providers: z.array(provider).max(bounds.addressesOfIdentity).default([]) }),
    })
    .transform(({ config: { providers } }) => ({
      prepare: () => (_seals, identity, now) => {
        const oidc: Credential = {
          type: 'oidc',
          identifiers: providers.map(linkIdentifier),
          config: { providers },
          version: 0,
          createdAt: identity.credentials.oidc?.createdAt ?? now,
          updatedAt: now,
        }
        return { ...identity, credentials: { ...identity.credentials, oidc } }
      },
    })),
}

/** Counts the accounts at providers that open an account here. */
export const linkFactors: FirstFactors = ({ credentials: { oidc, saml } }) =>
  [oidc, saml].reduce((sum, credential) => {
    const list: unknown = credential?.config['providers']
    return sum + (Array.isArray(list) ? list.length : 0)
  }, 0)

/** Applies links that waited until the owner of the account had signed in. */
function socialSignInCapability({ identities }: Pick<OidcDependencies, 'identities'>): SocialSignInCapability {
  return {
    applyLink: async (identity, pending, now) => {
      const link = readLink(pending)
      if (!link) return undefined
      const owner = await identities.findByIdentifier(['oidc'], linkIdentifier(link))
      if (owner && owner.id !== identity.id) return undefined
      return { identity: withLink(identity, link, now), provider: link.provider }
    },
  }
}

/** Signing in with an account at a provider, also if it turns out that there is no account yet. */
function oidcLogin(dependencies: OidcDependencies): LoginCapability {
  const { providers } = dependencies

  function offered({ identity, linking, organizationId }: LoginForm) {
    const linked = identity && linksOf(identity).map((link) => link.provider)
    return ofOrganization(providers, organizationId).filter(
      ({ id }) => id !== linking && (!linked || linked.includes(id)),
    )
  }

  return {
    limitSubject: () => ({ kind: 'unnamed' }),
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

/** Signing up with an account at a provider: the provider sends the traits, so there is nothing to check before. */
function oidcRegistration(dependencies: OidcDependencies): RegistrationCapability {
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

/** Checks the id token that a native app obtained from the provider itself. Nothing: the app submits none. */
async function proveByIdToken(
  dependencies: Pick<OidcDependencies, 'flows' | 'signInOrSignUp'>,
  { flow, fields, now }: { readonly flow: StoredFlow; readonly fields: Fields; readonly now: number },
  provider: OidcProvider,
  traits: Traits,
): Promise<Proved | Refused | undefined> {
  const token = textField(fields, 'id_token')
  if (token.kind !== 'text') return undefined
  const nonce = textField(fields, 'id_token_nonce')
  const answer = await provider.verifyIdToken(token.value, nonce.kind === 'text' ? nonce.value : undefined, now)
  if (answer.kind === 'failed') {
    const reason = `The id token could not be verified as one of the provider "${provider.id}".`
    return { kind: 'refused', refusal: { code: 502, id: 'upstream_error', reason } }
  }
  const singleUseProof = await handedInWith(dependencies, flow, token.value, now)
  if (!singleUseProof) return { kind: 'refused', refusal: idTokenUsedRefusal }
  const person = { provider, claims: answer.claims, tokens: answer.tokens, traits }
  return {
    kind: 'proved',
    completeSignIn: (attempt) => dependencies.signInOrSignUp({ ...attempt, singleUseProof }, person),
  }
}

/** Adding and removing accounts at providers as sign-in methods. */
function oidcSettings(dependencies: OidcDependencies): SettingsCapability {
  const { config, providers, countFirstFactors } = dependencies
  const { methods } = config.selfservice
  const isLinked = (identity: Identity, id: string) => linksOf(identity).some(({ provider }) => provider === id)

  /** Checks that a link can be removed: the last sign-in method cannot. */
  function canUnlink(identity: Identity, id: string, now: number): boolean {
    // A provider that is no longer configured does not count.
    const useless = linksOf(identity).filter(({ provider }) => !providers.some((one) => one.id === provider))
    const left = [id, ...useless.map(({ provider }) => provider)]
    return (
      countFirstFactors(
        left.reduce((kept, gone) => withoutLinks(kept, gone, now), identity),
        methods,
      ) > 0
    )
  }

  function unlink({ identity, now }: SettingsAttempt, id: string): SettingsOutcome {
    if (!isLinked(identity, id)) return rejected('This account is not connected, so there is nothing to disconnect.')
    if (providers.some((one) => one.id === id && one.organizationId !== undefined)) {
      return rejected('This sign-in method belongs to your organization; it cannot be removed here.')
    }
    if (!canUnlink(identity, id, now)) return { kind: 'rejected', form: [lastSignInMethod()] }
    return {
      kind: 'changed',
      active: 'oidc',
      change: (fresh) => (canUnlink(fresh, id, now) ? withoutLinks(fresh, id, now) : fresh),
    }
  }

  return {
    isForMembers: true,
    isPrivileged: () => true,
    changes: (before, after) =>
      noticesOf(linksOf(before).map(linkIdentifier), linksOf(after).map(linkIdentifier), {
        added: 'provider_linked',
        removed: 'provider_unlinked',
      }),
    nodes: ({ identity, organizationId }) => [
      ...providerButtons(
        'unlink',
        ofOrganization(providers, undefined).filter(
          ({ id }) => isLinked(identity, id) && canUnlink(identity, id, identity.updatedAt),
        ),
        unlinkProviderLabel,
      ),
      ...providerButtons(
        'link',
        ofOrganization(providers, organizationId).filter(({ id }) => !isLinked(identity, id)),
        linkProviderLabel,
      ),
    ],
    submit: async (attempt) => {
      const { flow, fields, identity, now } = attempt
      const removed = textField(fields, 'unlink')
      if (removed.kind === 'text') return unlink(attempt, removed.value)
      const added = textOf(fields, 'link') ?? ''
      if (isLinked(identity, added)) return rejected('This account is linked already.')
      const { organizationId } = flow.details
      if (!ofOrganization(providers, organizationId).some(({ id }) => id === added)) return unknownProvider(added)
      return startRound(dependencies, {
        flow: { ...flow, kind: 'settings' },
        provider: added,
        fields,
        traits: {},
        now,
      })
    },
  }
}

function rejected(reason: string): SettingsOutcome {
  return { kind: 'rejected', form: [generic(reason)] }
}
