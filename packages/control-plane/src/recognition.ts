import type { OperatorDirectory } from './members/directory.ts'
import type { KeyStore, ApiKey } from './keys/store.ts'
import type { Keyring } from './keys/keyring.ts'
import type { Principal } from './model/principal.ts'
import type { Caller, Recognize } from './dispatch.ts'
import { RefusalError, timestamp } from './http/answer.ts'

/** Recognizes callers by their credentials. */
export interface Recognition {
  /** Callers with a key in their request. */
  readonly byKey: Recognize
  /** Callers that are known already: whether they still exist, and their name. */
  readonly as: (principal: Principal) => Recognize
}

/** Creates the recognition of callers by the keys and the operators of this installation. */
export function createRecognition(
  { keys, operators }: { readonly keys: KeyStore; readonly operators: OperatorDirectory },
  keyring: Keyring,
): Recognition {
  return {
    byKey: async ({ headers }, now) => {
      const key = await keyring.recognize(headers, now)
      if (key === undefined) throw notRecognized(whyNot(await keyring.expired(headers)))
      return { principal: { kind: 'key', keyId: key.id }, actor: { kind: 'key', id: key.id, name: key.name } }
    },
    as:
      (principal: Principal): Recognize =>
      async (_request, now): Promise<Caller> => {
        if (principal.kind === 'listener') throw notRecognized('The admin listener answers for itself.')
        if (principal.kind === 'key') {
          const key = (await keys.isLive(principal.keyId, now)) ? await keys.find(principal.keyId) : undefined
          if (key === undefined) throw notRecognized('This key is unknown, expired or revoked.')
          return { principal, actor: { kind: 'key', id: key.id, name: key.name } }
        }
        const operator = await operators.find(principal.identityId)
        if (operator === undefined) throw notRecognized('The operators’ identity service does not know you any more.')
        return { principal, actor: { kind: 'operator', id: principal.identityId, name: operator.email } }
      },
  }
}

/** Returns the refusal of an expired key, with the way to replace it. */
function whyNot(expired: ApiKey | undefined): string {
  if (expired?.expiresAt === undefined) {
    return 'Send an API key as a bearer token; the one sent is unknown or revoked.'
  }
  const when = timestamp(expired.expiresAt)
  return `This API key, "${expired.name}", expired at ${when}. Make another one: in the console at "API keys", or with a key of an owner by POST …/tokens.`
}

function notRecognized(reason: string): RefusalError {
  return new RefusalError({ code: 401, reason, headers: { 'www-authenticate': 'Bearer realm="control plane"' } })
}
