import type { LinkingCapability } from '../../flows/ports/strategy.ts'
import type { OidcDependencies } from './dependencies.ts'
import { linkIdentifier, readLink, withLink } from './links.ts'

/** Links that waited until the owner of the account had signed in. */
export function oidcLinking({ identities }: Pick<OidcDependencies, 'identities'>): LinkingCapability {
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
