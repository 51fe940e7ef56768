import type { Identity } from '../identities/identity.ts'
import type { IdentityStore } from '../identities/identity-store.ts'
import type { Seals } from '../credentials/sealed.ts'
import { ownMethods } from './registry.ts'

const perPage = 250

/**
 * Seals all sealed data of accounts with the newest secret, so that the others can be removed. Returns the number of
 * written accounts. Throws at the first secret that none opens, and leaves the others unchanged.
 */
export async function sealAccountsAnew(identities: IdentityStore, seals: Seals): Promise<number> {
  let written = 0
  let after: string | undefined
  do {
    const page = await identities.list({ size: perPage, ...(after !== undefined && { after }) })
    for (const identity of page.identities) {
      const sealed = sealedAnew(seals, identity)
      if (sealed === identity) continue
      await identities.update(sealed, 'upkeep')
      written += 1
    }
    after = page.next
  } while (after !== undefined)
  return written
}

function sealedAnew(seals: Seals, identity: Identity): Identity {
  return ownMethods.sealed.reduce((sealed, credential) => credential.sealedAnew(seals, sealed), identity)
}

/** Checks that secrets open the sealed data of an account; absent: it has none. */
export function opensAccount(identity: Identity, seals: Seals): boolean | undefined {
  try {
    return sealedAnew(seals, identity) === identity ? undefined : true
  } catch {
    return false
  }
}
