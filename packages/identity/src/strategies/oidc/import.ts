import { z } from 'zod'

import type { CredentialImport } from '../../credentials/credential-import.ts'
import { bounds } from '../../http/bounds.ts'
import type { Credential } from '../../identities/identity.ts'
import { linkIdentifier } from './links.ts'

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

/** Accounts at providers come without tokens. */
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
