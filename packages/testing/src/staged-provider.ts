import { createHash } from 'node:crypto'

import { exportJWK, generateKeyPair, SignJWT } from 'jose'

import type { Scene } from './stage.ts'

/** The client that a provider knows, and how it wants to see its secret. */
export interface StagedClient {
  readonly clientId: string
  readonly clientSecret: string
  readonly secretIn: 'header' | 'body'
}

/** The request that a person was sent with. */
export type Authorization = Readonly<Record<string, string>>

/** Returns the fault of a token request, by the rules of OAuth 2.0 and PKCE; undefined if it is right. */
export async function tokenRequestFault(
  request: Request,
  client: StagedClient,
  sent: Authorization,
): Promise<string | undefined> {
  const form = new URLSearchParams(await request.text())
  const secret = client.secretIn === 'header' ? headerSecret(request) : bodySecret(form)
  if (secret !== `${client.clientId}:${client.clientSecret}`) return `the client shows ${secret}`
  if (form.get('grant_type') !== 'authorization_code') return 'the grant is another one'
  if (form.get('code') !== theCode) return 'the code is another one'
  if (form.get('redirect_uri') !== sent['redirect_uri']) return 'the address is another one'
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url')
  const isBound = sent['code_challenge'] !== undefined
  if (isBound ? challenge !== sent['code_challenge'] : form.has('code_verifier')) return 'the verifier does not fit'
  return undefined
}

/** The code that staged providers hand out. */
export const theCode = 'a-code-of-a-staged-provider'

/** Returns the endpoints of an OpenID provider of any issuer, which signs the claims of `claims`. */
export async function openIdScenes(
  issuer: string,
  client: StagedClient,
  sent: () => Authorization,
  claims: () => Readonly<Record<string, unknown>>,
  extra: Readonly<Record<string, unknown>> = {},
): Promise<Readonly<Record<string, Scene>>> {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const key = { ...(await exportJWK(publicKey)), kid: 'staged', alg: 'RS256', use: 'sig' }
  const base = issuer.replace(/\/$/, '')
  const metadata = {
    issuer,
    authorization_endpoint: `${base}/authorize`,
    token_endpoint: `${base}/token`,
    userinfo_endpoint: `${base}/userinfo`,
    jwks_uri: `${base}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: [
      client.secretIn === 'header' ? 'client_secret_basic' : 'client_secret_post',
    ],
    ...extra,
  }
  return {
    [`GET ${base}/.well-known/openid-configuration`]: () => Response.json(metadata),
    [`GET ${metadata.jwks_uri}`]: () => Response.json({ keys: [key] }),
    [`POST ${metadata.token_endpoint}`]: async (request) => {
      const fault = await tokenRequestFault(request, client, sent())
      if (fault !== undefined)
        return Response.json({ error: 'invalid_grant', error_description: fault }, { status: 400 })
      const { nonce } = sent()
      const token = await new SignJWT({ iss: issuer, ...(nonce !== undefined && { nonce }), ...claims() })
        .setProtectedHeader({ alg: 'RS256', kid: 'staged' })
        .setAudience(client.clientId)
        .setIssuedAt()
        .setExpirationTime('5m')
        .sign(privateKey)
      return Response.json({ access_token: 'an-access-token', token_type: 'Bearer', expires_in: 300, id_token: token })
    },
  }
}

function headerSecret(request: Request): string {
  const [, encoded = ''] = (request.headers.get('authorization') ?? '').split('Basic ')
  const [id = '', secret = ''] = Buffer.from(encoded, 'base64').toString().split(':')
  const plain = (text: string) => decodeURIComponent(text.replaceAll('+', ' '))
  return `${plain(id)}:${plain(secret)}`
}

function bodySecret(form: URLSearchParams): string {
  return `${form.get('client_id') ?? ''}:${form.get('client_secret') ?? ''}`
}
