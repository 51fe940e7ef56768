import type { Seals } from '../credentials/sealed.ts'
import type { Credential, Identity } from '../identities/identity.ts'
import { timestamp } from '../identities/present.ts'
import { openLinks } from '../strategies/oidc/links.ts'
import { backupCodesOf } from '../strategies/lookup-secret/credential.ts'
import { totpUrlOf } from '../strategies/totp/credential.ts'

/** A credential's `config` as an administrator who asks for it sees it: what is sealed on disk in clear text. */
export function credentialConfig(seals: Seals): (identity: Identity, credential: Credential) => Credential['config'] {
  return (identity, { type, config }) => {
    if (type === 'totp') return { totp_url: totpUrlOf(seals, identity) ?? '' }
    if (type === 'lookup_secret') return { recovery_codes: backupCodesOf(seals, identity).map(presentCode) }
    if (type === 'oidc') return openLinks(seals, config)
    return config
  }
}

function presentCode({ code, usedAt }: ReturnType<typeof backupCodesOf>[number]) {
  return { code, ...(usedAt !== undefined && { used_at: timestamp(usedAt) }) }
}
