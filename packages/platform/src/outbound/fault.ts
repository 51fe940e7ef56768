import { errors } from 'undici'

/** The reasons for a missing or unusable answer. TABLE: each reason with the words that a project's developers see. */
export const outboundReasons = {
  bad_url: 'the address is neither http nor https',
  private_address: 'the address is not on the public internet; nothing was sent',
  unknown_name: 'the host name has no address',
  refused: 'the connection was refused',
  unreachable: 'the address cannot be reached',
  broken: 'the connection broke before there was an answer',
  timeout: 'there was no answer in time',
  untrusted: 'the other side has a self-signed certificate or one of an unknown authority',
  expired: 'the certificate of the other side has expired or is not valid yet',
  wrong_name: 'the certificate of the other side is for another name',
  tls: 'no secure connection could be made',
  not_http: 'the answer is not HTTP',
  too_large: 'the answer is too large',
  other: 'the call failed',
} as const

/** A key of the table. */
export type OutboundReason = keyof typeof outboundReasons

/** A group of reasons that have one sentence. */
export type OutboundKind = 'connection' | 'timeout' | 'tls'

const kinds: Readonly<Partial<Record<OutboundReason, OutboundKind>>> = {
  private_address: 'connection',
  unknown_name: 'connection',
  refused: 'connection',
  unreachable: 'connection',
  broken: 'connection',
  timeout: 'timeout',
  untrusted: 'tls',
  expired: 'tls',
  wrong_name: 'tls',
  tls: 'tls',
}

const kindByText = new Map(
  Object.entries(kinds).map(([reason, kind]) => [outboundReasons[reason as OutboundReason], kind]),
)

/** Returns the kind of a reason by its stored text; nothing: the text is the best description. */
export function outboundKindOf(text: string): OutboundKind | undefined {
  return kindByText.get(text as (typeof outboundReasons)[OutboundReason])
}

/**
 * A call without a usable answer. The message is a sentence of the table and nothing else: it never contains text of
 * the other side, or of the request. `cause` has both and is only for the log of this process.
 */
export class OutboundFault extends Error {
  override readonly name = 'OutboundFault'
  readonly reason: OutboundReason
  constructor(reason: OutboundReason, cause?: unknown) {
    super(outboundReasons[reason], { cause })
    this.reason = reason
  }
}

const byCode: Readonly<Record<string, OutboundReason>> = {
  ENOTFOUND: 'unknown_name',
  EAI_AGAIN: 'unknown_name',
  EAI_NODATA: 'unknown_name',
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  EACCES: 'unreachable',
  ECONNRESET: 'broken',
  EPIPE: 'broken',
  UND_ERR_SOCKET: 'broken',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'too_large',
  ESOCKETTIMEDOUT: 'timeout',
  EPROTO: 'tls',
  SELF_SIGNED_CERT_IN_CHAIN: 'untrusted',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'untrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'untrusted',
  CERT_UNTRUSTED: 'untrusted',
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'wrong_name',
}

/** Converts any error of a connection to one of the reasons. */
export function outboundFault(error: unknown): OutboundFault {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (at instanceof OutboundFault) return at
    if (at.name === 'TimeoutError') return new OutboundFault('timeout', error)
    if (at instanceof errors.HTTPParserError) return new OutboundFault('not_http', error)
    const reason = reasonOf(codeOf(at))
    if (reason !== undefined) return new OutboundFault(reason, error)
    // Every address of a name was tried; they mostly fail for the same reason.
    if (at instanceof AggregateError && at.errors.length > 0) return outboundFault(at.errors[0])
  }
  return new OutboundFault('other', error)
}

function reasonOf(code: string): OutboundReason | undefined {
  if (Object.hasOwn(byCode, code)) return byCode[code]
  return /^(?:ERR_(?:TLS|SSL)|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH)/.test(code)
    ? 'tls'
    : undefined
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}
