import type { Seals } from '../credentials/sealed.ts'
import type { Credential, Identity } from '../identities/identity.ts'
import type { Methods } from '../strategies/methods.ts'

/** A credential's `config` as an administrator who asks for it sees it: what is sealed on disk in clear text. */
export function credentialConfig(
  seals: Seals,
  { sealed }: Pick<Methods, 'sealed'>,
): (identity: Identity, credential: Credential) => Credential['config'] {
  return (identity, { type, config }) => sealed.find((one) => one.type === type)?.shown(seals, identity) ?? config
}
