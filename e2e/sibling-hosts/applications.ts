import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import type { AddressInfo } from 'node:net'

/** An application at a separate host, which greets known people and sends all others to sign in. */
export interface Sibling {
  readonly origin: string
  /** How often it has sent a person to sign in. */
  readonly sent: () => number
  stop(): Promise<void>
}

/** The way in which it recognizes and redirects people: on its server, by a page that redirects, or by script. */
export type Kind = 'redirect' | 'page' | 'script'

/** Starts one at `app.example.localhost`. `account`: the gateway's public origin, also for its server. */
export async function startSibling(kind: Kind, account: () => string): Promise<Sibling> {
  let sent = 0
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.url !== '/orders') return void response.writeHead(404).end()
    const origin = `http://${request.headers.host}`
    const login = `${account()}/login?${new URLSearchParams({ return_to: `${origin}/orders` })}`
    const page = (body: string, head = '') =>
      void response
        .setHeader('content-type', 'text/html; charset=utf-8')
        .end(`<!doctype html><html lang="en"><title>Orders</title>${head}<main>${body}</main></html>`)
    if (kind === 'script') {
      sent += 1
      return page('', scriptFor(account(), login))
    }
    const email = await whoIs(account(), request.headers.cookie ?? '')
    if (email !== undefined) return page(`Orders of ${email}`)
    sent += 1
    if (kind === 'redirect') return void response.writeHead(303, { location: login }).end()
    return page('Please sign in', `<meta http-equiv="refresh" content="0;url=${login}">`)
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://app.example.localhost:${port}`,
    sent: () => sent,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

async function whoIs(account: string, cookie: string): Promise<string | undefined> {
  const { port, host } = new URL(account)
  const headers = { host, cookie, accept: 'application/json' }
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    ask({ host: '127.0.0.1', port, path: '/sessions/whoami', headers }, resolve).on('error', reject).end()
  })
  const body = (await json(answer)) as { identity?: { traits: { email: string } } }
  return body.identity?.traits.email
}

function scriptFor(account: string, login: string): string {
  return `<script>
    fetch(${JSON.stringify(`${account}/sessions/whoami`)}, { credentials: 'include' })
      .then((answer) => answer.ok ? answer.json() : Promise.reject())
      .then(({ identity }) => { document.querySelector('main').textContent = 'Orders of ' + identity.traits.email })
      .catch(() => location.assign(${JSON.stringify(login)}))
  </script>`
}
