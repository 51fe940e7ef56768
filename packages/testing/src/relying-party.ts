import { once } from 'node:events'
import { createServer } from 'node:http'
import * as openid from 'openid-client'
import { freePort } from './free-port.ts'
import type { HydraProcess } from './hydra-process.ts'

/** An application that signs people in with OpenID Connect, as a certified client library does it. */
export interface RelyingParty {
  readonly name: string
  readonly origin: string
  /** The address to which the OAuth2 server sends answers. */
  readonly callback: string
  /** The page after a sign-out. */
  readonly goodbye: string
  /** Begins a sign-in: the address to open. */
  begin(parameters?: Readonly<Record<string, string>>): Promise<URL>
  /** Takes the answer that a browser was sent back with. Rejects with the OAuth2 server's error. */
  finish(answer: string): Promise<SignedIn>
  /** Asks for a sign-out (RP-initiated): the address to open. */
  signOut(idToken: string): URL
  close(): Promise<void>
}

/** A signed-in person. */
export interface SignedIn {
  readonly idToken: string
  readonly accessToken: string
  /** Of the id token, which was checked. */
  readonly claims: Readonly<Record<string, unknown>>
  /** The OAuth2 server's UserInfo about the person. */
  readonly userInfo: Readonly<Record<string, unknown>>
}

// In a separate window the page hands the answer to the page that opened it, as libraries for browsers do.
const tellOpener = `<script>if(opener){opener.postMessage(location.href,location.origin);close()}</script>`

/** Starts an application and registers it; `client` overrides the registered values. */
export async function startRelyingParty(
  hydra: HydraProcess,
  client: Readonly<Record<string, unknown>> = {},
): Promise<RelyingParty> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const [callback, goodbye] = [`${origin}/callback`, `${origin}/goodbye`]
  const name = typeof client['client_name'] === 'string' ? client['client_name'] : 'Notebook'
  const registered = await hydra.createClient({
    client_name: name,
    redirect_uris: [callback],
    post_logout_redirect_uris: [goodbye],
    scope: 'openid offline_access profile email notes.read',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    ...client,
  })
  // oxlint-disable-next-line typescript/no-deprecated -- everything here is on this machine
  const allowPlain: (configuration: openid.Configuration) => void = openid.allowInsecureRequests
  const config = await openid.discovery(
    new URL(hydra.publicUrl),
    registered.client_id,
    undefined,
    openid.ClientSecretBasic(registered.client_secret),
    { execute: [allowPlain] },
  )
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><html lang="en"><title>${name}</title><h1>${name}</h1>${tellOpener}</html>`)
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  // One sign-in at a time is enough for a test.
  let pending: { readonly verifier: string; readonly state: string; readonly nonce: string } | undefined

  return {
    name,
    origin,
    callback,
    goodbye,
    async begin(parameters = {}) {
      pending = {
        verifier: openid.randomPKCECodeVerifier(),
        state: openid.randomState(),
        nonce: openid.randomNonce(),
      }
      return openid.buildAuthorizationUrl(config, {
        redirect_uri: callback,
        scope: 'openid profile email',
        code_challenge: await openid.calculatePKCECodeChallenge(pending.verifier),
        code_challenge_method: 'S256',
        state: pending.state,
        nonce: pending.nonce,
        ...parameters,
      })
    },
    async finish(answer) {
      if (pending === undefined) throw new Error('no sign-in has begun')
      const { verifier, state, nonce } = pending
      const tokens = await openid.authorizationCodeGrant(config, new URL(answer), {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (claims === undefined || tokens.id_token === undefined) throw new Error('there is no id token')
      const userInfo = await openid.fetchUserInfo(config, tokens.access_token, claims.sub)
      return { idToken: tokens.id_token, accessToken: tokens.access_token, claims, userInfo }
    },
    signOut: (idToken) =>
      openid.buildEndSessionUrl(config, { id_token_hint: idToken, post_logout_redirect_uri: goodbye, state: 'bye' }),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
