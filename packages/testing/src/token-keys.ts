import { exportJWK, generateKeyPair, jwtVerify } from 'jose'

/** A key with which a service signs tokens, and the keys to verify them. */
export interface TokenKeys {
  /** The JSON Web Key Set with the private key, as a configuration names it. */
  readonly document: string
  /** The claims of a token that this key has signed. Rejects any other. */
  read(token: string): Promise<Readonly<Record<string, unknown>>>
}

/** Makes a key for ES256. */
export async function createTokenKeys(): Promise<TokenKeys> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), kid: 'tokens', alg: 'ES256', use: 'sig' }
  return {
    document: JSON.stringify({ keys: [key] }),
    read: async (token) => (await jwtVerify(token, publicKey, { algorithms: ['ES256'] })).payload,
  }
}
