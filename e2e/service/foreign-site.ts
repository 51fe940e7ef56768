import { once } from 'node:events'
import { createServer } from 'node:http'

/** A foreign site, for as long as a test needs it. */
export interface ForeignSite extends AsyncDisposable {
  readonly url: string
}

/** Serves a page whose one button posts a form to `action`, at an address that is another site to the browser. */
export async function serveForeignForm(action: string, fields: Readonly<Record<string, string>>): Promise<ForeignSite> {
  const inputs = Object.entries(fields).map(([name, value]) => `<input name="${name}" value="${escape(value)}">`)
  const page = `<!doctype html><title>Win</title><form method="post" action="${escape(action)}">${inputs.join('')}<button>Win</button></form>`
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(page)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the site has no port')
  return {
    // Pages live on `localhost`; an IP address is another site.
    url: `http://127.0.0.1:${address.port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
