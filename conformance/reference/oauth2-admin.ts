import { once } from 'node:events'
import { createServer } from 'node:http'

/** The admin API of an OAuth2 server, as far as the reference had one: every challenge is of the same client. */
export interface OAuth2Admin {
  readonly url: string
  /** Whether the server knows the person already. */
  skip(known: boolean): void
  stop(): Promise<void>
}

/** Starts it on a free port. The client asks at `issuer`. */
export async function startOAuth2Admin(issuer: string): Promise<OAuth2Admin> {
  let skip = false
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const found = {
      challenge: searchParams.get('login_challenge'),
      client: { client_id: 'cli', client_name: 'Client App' },
      oidc_context: {},
      request_url: `${issuer}/oauth2/auth?client_id=cli`,
      requested_access_token_audience: [],
      requested_scope: ['openid'],
      session_id: 's',
      skip,
      subject: '',
    }
    const accepted = { redirect_to: `${issuer}/oauth2/auth?client_id=cli&login_verifier=v` }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(pathname.endsWith('/accept') ? accepted : found))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    skip: (known) => {
      skip = known
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
