import { importJWK } from 'jose'
import { z } from 'zod'

import { Secret } from '@gatehouse/platform/secrets'

import type { TokenizerTemplate } from './config.ts'
import { duration } from './fields.ts'
import { readNamedText, type DocumentOrigin } from './schema-document.ts'

/** `session.whoami.tokenizer` of the configuration file. */
export const tokenizerFile = z
  .strictObject({
    templates: z
      .record(
        z.string().regex(/^[\w.-]{1,64}$/, 'is no name for a template'),
        z.strictObject({
          jwks_url: z.string().min(1),
          ttl: duration.prefault('1m'),
          claims_mapper_url: z.string().min(1).optional(),
          subject_source: z.enum(['id', 'external_id']).default('id'),
        }),
      )
      .default({}),
  })
  .prefault({})

/** Templates, with the files that they name. With a fault the configuration cannot be used. */
export interface LoadedTokenizer {
  readonly templates: Readonly<Record<string, TokenizerTemplate>>
  readonly faults: readonly string[]
}

/** Reads the templates with their keys and claims mappers. */
export async function loadTokenizer(
  file: z.output<typeof tokenizerFile>,
  origin: DocumentOrigin,
): Promise<LoadedTokenizer> {
  const faults: string[] = []
  const templates: Record<string, TokenizerTemplate> = {}
  for (const [name, given] of Object.entries(file.templates)) {
    const path = `session.whoami.tokenizer.templates.${name}`
    const keys = await readNamedText(`${path}.jwks_url`, given.jwks_url, origin).catch(faultOf)
    const mapper =
      given.claims_mapper_url === undefined
        ? ''
        : await readNamedText(`${path}.claims_mapper_url`, given.claims_mapper_url, origin).catch(faultOf)
    const keyFault = typeof keys === 'string' ? await jwksFault(keys) : keys instanceof Error ? keys.message : undefined
    if (keyFault) faults.push(`${path}.jwks_url ${keyFault}`)
    if (mapper instanceof Error) faults.push(`${path}.claims_mapper_url ${mapper.message}`)
    if (given.ttl <= 0) faults.push(`${path}.ttl has to be longer than nothing`)
    templates[name] = {
      jwks: typeof keys === 'string' || keys instanceof Error ? new Secret(String(keys)) : keys,
      jwksUrl: given.jwks_url,
      ttlMs: given.ttl,
      claimsMapper: mapper instanceof Error || mapper === '' ? undefined : mapper,
      subjectSource: given.subject_source,
    }
  }
  return { templates, faults }
}

/** A key set; the first key signs. */
const keySet = z.object({ keys: z.array(z.looseObject({ kty: z.string(), alg: z.string(), kid: z.string() })).min(1) })

/**
 * The size of signing RSA keys, in bits. The time of signing grows with the cube of the size, on a thread that all
 * projects share: two milliseconds at 2,048, ten at 4,096, eighty at 8,192.
 */
const rsaBits = { least: 2_048, most: 4_096 }

/** Returns the signing key from the text of a JWKS. Throws an Error with its fault. */
export async function signingKey(text: string) {
  const parsed = keySet.safeParse(readJson(text))
  const jwk = parsed.data?.keys[0]
  if (!jwk) throw new Error('is no JSON Web Key Set with a key that has `kty`, `alg` and `kid`')
  if (!('d' in jwk) && !('k' in jwk)) throw new Error('has no private key at its first place')
  if (jwk.alg === 'none') throw new Error('has no algorithm that signs')
  const fault = rsaFault(jwk)
  if (fault !== undefined) throw new Error(fault)
  return { key: await importJWK(jwk, jwk.alg), alg: jwk.alg, kid: jwk.kid }
}

function rsaFault({ kty, n }: { readonly kty: string; readonly n?: unknown }): string | undefined {
  if (kty !== 'RSA') return undefined
  const bits = typeof n === 'string' ? sizeOf(Buffer.from(n, 'base64url')) : 0
  if (bits >= rsaBits.least && bits <= rsaBits.most) return undefined
  return `has an RSA key of ${bits} bits at its first place; take one of ${rsaBits.least} to ${rsaBits.most}, or an EC key (ES256): larger ones take the threads that all projects sign with`
}

function sizeOf(modulus: Buffer): number {
  const significant = modulus.subarray(modulus.findIndex((byte) => byte !== 0))
  return significant.length === 0 ? 0 : 8 * significant.length - Math.clz32(significant[0] ?? 0) + 24
}

/** A key for checking signatures, as a key set has it. */
export interface PublicKey {
  readonly kid: string
  readonly kty: string
  readonly alg: string
  readonly use: 'sig'
  readonly [parameter: string]: string
}

/** The public parameters of a key, by its kind. A symmetric secret has none. */
const publicParameters: Readonly<Record<string, readonly string[]>> = {
  EC: ['crv', 'x', 'y'],
  OKP: ['crv', 'x'],
  RSA: ['n', 'e'],
}

/** Returns the public half of every key of a JWKS. */
export function publicKeys(text: string): readonly PublicKey[] {
  const parsed = keySet.safeParse(readJson(text))
  return (parsed.data?.keys ?? []).flatMap(({ kty, alg, kid, ...all }) => {
    const names = Object.hasOwn(publicParameters, kty) ? publicParameters[kty] : undefined
    if (names === undefined) return []
    const own = names.map((name) => [name, String(all[name])])
    return [{ kty, alg, kid, use: 'sig', ...Object.fromEntries(own) }]
  })
}

async function jwksFault(text: string): Promise<string | undefined> {
  return signingKey(text).then(
    () => undefined,
    (error: unknown) => faultOf(error).message,
  )
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function faultOf(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
