import { randomUUID } from 'node:crypto'

import { withoutTrailing } from '@gatehouse/contract/http'
import { createFairQueue, QueueFullError } from '@gatehouse/platform/work'
import { SignJWT } from 'jose'
import type { Session as WireSession } from '@gatehouse/contract/identities'

import type { NamedText } from '../configuration/far-text.ts'
import type { IdentityConfig } from '../configuration/config.ts'
import { JsonnetAbsent, JsonnetBusy, JsonnetFault, type EvaluateJsonnet } from '../jsonnet/jsonnet.ts'
import { BusyRefusal } from '../http/busy-refusal.ts'
import type { Identity } from '../identities/identity.ts'
import type { TokenKeys } from './token-keys.ts'

/** The result of turning a session into a token. */
export type Tokenized =
  | { readonly kind: 'token'; readonly jwt: string }
  | { readonly kind: 'unknown_template' }
  | { readonly kind: 'no_external_id' }
  /** The mapper failed or its result is unusable; the reason is for operators. */
  | { readonly kind: 'mapper_failed'; readonly reason: string }

/** Signs sessions as JSON Web Tokens (`tokenize_as`). */
export type Tokenizer = (template: string, session: WireSession, identity: Identity, now: number) => Promise<Tokenized>

/**
 * Signing needs a libuv thread, as hashes, files and host names do (libuv has four): all projects together use two of
 * them, one project uses one.
 */
const signing = createFairQueue({ slots: 2, slotsOfLane: 1, waitingOfLane: 200, timeoutMs: 10_000 })

/** Creates the signer of session tokens from the configured templates. */
export function createTokenizer(
  { session, publicBaseUrl }: Pick<IdentityConfig, 'session' | 'publicBaseUrl'>,
  keys: TokenKeys,
  evaluateJsonnet: EvaluateJsonnet,
): Tokenizer {
  const { templates } = session.whoami.tokenizer
  const inTurn = signing.lane()
  const issuer = `${withoutTrailing(publicBaseUrl, '/')}/`

  return async (name, wire, identity, now) => {
    const template = Object.hasOwn(templates, name) ? templates[name] : undefined
    if (!template) return { kind: 'unknown_template' }
    const subject = template.subjectSource === 'id' ? identity.id : identity.externalId
    if (subject === undefined || subject === '') return { kind: 'no_external_id' }
    const seconds = Math.floor(now / 1000)
    const own = {
      iss: issuer,
      sub: subject,
      sid: wire.id,
      iat: seconds,
      nbf: seconds,
      exp: seconds + Math.ceil(template.ttlMs / 1000),
      jti: randomUUID(),
    }
    const mapped = await mapClaims(evaluateJsonnet, template.claimsMapper, own, wire)
    if (mapped.kind !== 'claims') return mapped
    const { key, alg, kid } = await keys.signing(name, template, now)
    // A mapper must not change the subject, the lifespan or the issuer.
    const token = new SignJWT({ ...mapped.claims, ...own }).setProtectedHeader({ alg, kid, typ: 'JWT' })
    const jwt = await inTurn(() => token.sign(key)).catch(busy)
    return { kind: 'token', jwt }
  }
}

const absent = 'A document that the tokens of this template need is not there yet; please try again in some seconds.'

function busy(error: unknown): never {
  if (!(error instanceof QueueFullError)) throw error
  throw new BusyRefusal('Too many tokens are being signed right now; please try again in some seconds.')
}

async function mapClaims(
  evaluateJsonnet: EvaluateJsonnet,
  program: NamedText | undefined,
  claims: Readonly<Record<string, unknown>>,
  session: WireSession,
): Promise<{ kind: 'claims'; claims: object } | { kind: 'mapper_failed'; reason: string }> {
  if (program === undefined) return { kind: 'claims', claims: {} }
  try {
    const result = await evaluateJsonnet(program, { claims, session })
    const mapped = typeof result === 'object' && result !== null && 'claims' in result ? result.claims : undefined
    return typeof mapped === 'object' && mapped !== null && !Array.isArray(mapped)
      ? { kind: 'claims', claims: mapped }
      : { kind: 'mapper_failed', reason: 'the result has no object `claims`' }
  } catch (error) {
    if (error instanceof JsonnetAbsent) throw new BusyRefusal(absent)
    if (error instanceof JsonnetBusy) throw new BusyRefusal(error.message)
    if (error instanceof JsonnetFault) return { kind: 'mapper_failed', reason: error.message }
    throw error
  }
}
