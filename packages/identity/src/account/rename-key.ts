import { longestKeyName } from '@gatehouse/contract/account'
import { emptyAnswer } from '@gatehouse/platform/http'
import type { Transactions } from '@gatehouse/platform/database'
import { z } from 'zod'

import { hexId, keysOf, withKeys } from '../credentials/webauthn-keys.ts'
import { RefusalError } from '../http/answer.ts'
import { readJsonBody } from '../http/json-body.ts'
import type { RouteContext } from '../http/route.ts'
import { keyTypes } from '../identities/credential-kinds.ts'
import type { IdentityStore } from '../identities/identity-store.ts'
import { requireOwner } from './access.ts'
import type { AccessDeps } from './access.ts'

/** What naming a key takes. */
export interface RenameKeyDeps extends AccessDeps {
  readonly identities: IdentityStore
  readonly transactions: Transactions
}

const body = z.strictObject({ name: z.string().trim().min(1).max(longestKeyName) })

/** Names a key of one's own. Browsers send PATCH to another origin only after asking, so no form of another site gets here. */
export async function renameKey(deps: RenameKeyDeps, context: RouteContext): Promise<Response> {
  const { identity } = await requireOwner(deps, context)
  const { name } = await readJsonBody(context, body, `A name has 1 to ${longestKeyName} characters.`)
  const id = (context.params.id ?? '').toLowerCase()
  const { identities, transactions } = deps
  const isNamed = await transactions.durable(async () => {
    const fresh = await identities.find(identity.id)
    for (const type of fresh ? keyTypes : []) {
      if (!fresh) break
      const keys = keysOf(fresh, type)
      if (!keys.some((key) => hexId(key) === id)) continue
      const named = keys.map((key) => (hexId(key) === id ? { ...key, displayName: name } : key))
      // What opens the account stays the same, so no notice is due, and trusted devices stay trusted.
      await identities.update(withKeys(fresh, type, named, context.now), 'upkeep')
      return true
    }
    return false
  })
  if (!isNamed) throw new RefusalError({ code: 404, reason: 'This account has no such passkey or security key.' })
  return emptyAnswer()
}
