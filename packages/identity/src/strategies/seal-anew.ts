import type { Identity } from '../identities/identity.ts'
import type { IdentityStore } from '../identities/identity-store.ts'
import type { Seals } from '../credentials/sealed.ts'
import { ownMethods } from './registry.ts'

const perPage = 250

/**
 * Seals everything that accounts keep with the newest secret, so that the others can go. Answers how many accounts were
 * written. Throws at the first secret that none opens, with the others as they were.
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

/** Whether secrets open what an account keeps sealed; absent: it keeps nothing sealed. */
export function opensAccount(identity: Identity, seals: Seals): boolean | undefined {
  try {
    return sealedAnew(seals, identity) === identity ? undefined : true
  } catch {
    return false
  }
}
