import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'

import { isoCBOR } from '@simplewebauthn/server/helpers'

interface HeldKey {
  readonly id: string
  readonly rpId: string
  readonly userHandle: string
  readonly privateKey: KeyObject
  count: number
}

/** The argument of `navigator.credentials.create`; bytes are base64url. */
export interface CreateQuestion {
  readonly publicKey: {
    readonly rp: { readonly id: string }
    readonly user: { readonly id: string }
    readonly challenge: string
    readonly excludeCredentials?: readonly { readonly id: string }[]
  }
}

/** The argument of `navigator.credentials.get`. */
export interface GetQuestion {
  readonly publicKey: {
    readonly rpId: string
    readonly challenge: string
    readonly allowCredentials?: readonly { readonly id: string }[]
  }
}

/** How an answer differs from an honest one. */
export interface Twist {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  readonly crossOrigin?: boolean
  readonly userHandle?: string
  /** Signature counter to claim; else it grows by one. */
  readonly count?: number
  /** Clears the flag of user presence. */
  readonly absent?: boolean
  /** Clears the flag that the device has verified the person. */
  readonly unverified?: boolean
  readonly type?: string
}

const uses = { present: 0x01, verified: 0x04, attested: 0x40 }

/**
 * Creates an authenticator in software: ES256 keys that it keeps itself, attestation "none". Answers are the JSON texts
 * that pages submit. `count: false`: as synced passkeys do, its counter stays 0.
 */
export function createAuthenticator(origin: string, options: { readonly count?: boolean } = {}) {
  const keys: HeldKey[] = []
  const counts = options.count ?? true

  const clientData = (type: string, challenge: string, twist: Twist): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: twist.type ?? type,
        challenge: twist.challenge ?? challenge,
        origin: twist.origin ?? origin,
        crossOrigin: twist.crossOrigin ?? false,
      }),
    )

  const authenticatorData = (rpId: string, flags: number, count: number, rest: Uint8Array): Buffer => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(count)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, rest])
  }

  return {
    /** Ids of the keys it holds, base64url. */
    keyIds: () => keys.map(({ id }) => id),

    /** Makes a key: the attestation as JSON text. */
    create(question: CreateQuestion, twist: Twist = {}): string {
      const { rp, user, challenge } = question.publicKey
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const rawId = randomBytes(32)
      const id = rawId.toString('base64url')
      keys.push({ id, rpId: rp.id, userHandle: user.id, privateKey, count: twist.count ?? 0 })
      const length = Buffer.alloc(2)
      length.writeUInt16BE(rawId.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, rawId, coseKey(publicKey)])
      const flags = uses.attested | (twist.unverified ? 0 : uses.verified) | (twist.absent ? 0 : uses.present)
      const authData = authenticatorData(twist.rpId ?? rp.id, flags, twist.count ?? 0, attested)
      const object = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ])
      return JSON.stringify({
        id,
        rawId: id,
        type: 'public-key',
        response: {
          attestationObject: encode(object).toString('base64url'),
          clientDataJSON: clientData('webauthn.create', challenge, twist).toString('base64url'),
        },
      })
    },

    /** Signs with the newest fitting key: the assertion as JSON text. Throws without one. */
    get(question: GetQuestion, twist: Twist = {}): string {
      const { rpId, challenge, allowCredentials } = question.publicKey
      const fits = (key: HeldKey) => key.rpId === rpId && (allowCredentials?.some(({ id }) => id === key.id) ?? true)
      const key = keys.findLast(fits)
      if (!key) throw new Error('this authenticator has no key for that')
      key.count = twist.count ?? (counts ? key.count + 1 : 0)
      const flags = (twist.unverified ? 0 : uses.verified) | (twist.absent ? 0 : uses.present)
      const authData = authenticatorData(twist.rpId ?? rpId, flags, key.count, new Uint8Array())
      const client = clientData('webauthn.get', challenge, twist)
      const signature = createSign('sha256')
        .update(Buffer.concat([authData, sha256(client)]))
        .sign(key.privateKey)
      return JSON.stringify({
        id: key.id,
        rawId: key.id,
        type: 'public-key',
        response: {
          authenticatorData: authData.toString('base64url'),
          clientDataJSON: client.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: twist.userHandle ?? key.userHandle,
        },
      })
    },
  }
}

/** A device in the hands of a test. Its keys are gone with it. */
export type Authenticator = ReturnType<typeof createAuthenticator>

/**
 * Encodes a key by COSE, RFC 9053: an EC2 key (1: 2) for ES256 (3: -7) on P-256 (-1: 1), with its coordinates (-2, -3).
 */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return encode(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]),
  )
}

function encode(value: Map<string | number, unknown>): Buffer {
  return Buffer.from(isoCBOR.encode(value as Parameters<typeof isoCBOR.encode>[0]))
}

function sha256(data: string | Uint8Array): Buffer {
  return createHash('sha256').update(data).digest()
}
