import { z } from 'zod'
import type { CredentialImport } from '../../credentials/credential-import.ts'
import type { FirstFactors } from '../../credentials/factors.ts'
import type { Strategy, LinkingCapability } from '../../flows/ports/strategy.ts'
import { bounds } from '../../http/bounds.ts'
import type { Credential } from '../../identities/identity.ts'
import type { OidcDependencies } from './dependencies.ts'
import { linkIdentifier, readLink, withLink } from './links.ts'
import { oidcLogin } from './login.ts'
import { oidcRegistration } from './registration.ts'
import { oidcSettings } from './settings.ts'

/** Creates the strategy of accounts at OpenID providers, and at some that have their own protocol. */
export function oidcStrategy(dependencies: OidcDependencies): Strategy {
  return {
    id: 'oidc',
    login: oidcLogin(dependencies),
    registration: oidcRegistration(dependencies),
    settings: oidcSettings(dependencies),
    linking: oidcLinking(dependencies),
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
function oidcLinking({ identities }: Pick<OidcDependencies, 'identities'>): LinkingCapability {
  return {
    linked: async (identity, pending, now) => {
      const link = readLink(pending)
      if (!link) return undefined
      const owner = await identities.findByIdentifier(['oidc'], linkIdentifier(link))
      if (owner && owner.id !== identity.id) return undefined
      return { identity: withLink(identity, link, now), provider: link.provider }
    },
  }
}
