import { RefusalError, errorEnvelope, type Refusal } from '../http/answer.ts'
import { requireShape } from '../http/json-body.ts'
import type { batchBody, IdentityBodies } from './bodies.ts'
import type { IdentityChanges } from './identity-changes.ts'
import type { z } from 'zod'

const mostIdentities = 1_000
/** Each plain password costs a hash. */
const mostPasswords = 200

/** One line of the answer. */
export type BatchResult =
  | { readonly action: 'create'; readonly identity: string; readonly patch_id?: string }
  | { readonly action: 'error'; readonly patch_id?: string; readonly error: object }

/** Creates many identities; each succeeds or fails independently. */
export async function createBatch(
  { changes, body }: { readonly changes: IdentityChanges; readonly body: IdentityBodies['create'] },
  { identities: given }: z.output<typeof batchBody>,
): Promise<readonly BatchResult[]> {
  const identities = given ?? []
  if (identities.length > mostIdentities) refuse(`A batch can have at most ${mostIdentities} identities.`)
  if (identities.filter(({ create }) => hasPlainPassword(body, create)).length > mostPasswords) {
    refuse(`A batch can have at most ${mostPasswords} plain passwords; hash the others before.`)
  }
  const results: BatchResult[] = []
  for (const { create, patch_id: patchId } of identities) {
    const named = typeof patchId === 'string' ? { patch_id: patchId } : {}
    try {
      const { id } = await changes.create(requireShape(create, body))
      results.push({ action: 'create', identity: id, ...named })
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error
      results.push({ action: 'error', ...named, error: errorOf(error) })
    }
  }
  return results
}

/** Returns the error of an entry. A conflict does not name the other account: callers of batches know it. */
function errorOf({ refusal }: RefusalError): object {
  const { reason, ...rest } = errorEnvelope(refusal).error
  return reason === undefined || refusal.code === 409 ? rest : { ...rest, reason }
}

function hasPlainPassword(body: IdentityBodies['create'], create: unknown): boolean {
  const result = body.safeParse(create)
  return Object.values(result.data?.credentials ?? {}).some((one) => one?.takesHashing)
}

function refuse(reason: Refusal['reason']): never {
  throw new RefusalError({ code: 400, ...(reason !== undefined && { reason }) })
}
