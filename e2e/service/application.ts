import { once } from 'node:events'
import { createServer } from 'node:http'

/** A foreign application: another origin, and a page that people come back to. */
export interface Application {
  readonly origin: string
  /** Tells the window that opened it its own address, if there is one, and ends itself. */
  readonly callback: string
  stop(): Promise<void>
}

const page = (script: string) =>
  `<!doctype html><title>Application</title><h1>Application</h1><script>${script}</script>`
const report = 'if (window.opener) { window.opener.postMessage(location.href, location.origin); window.close() }'

/** Serves an application on a free port. */
export async function serveApplication(): Promise<Application> {
  const server = createServer((request, response) => {
    const isCallback = request.url?.startsWith('/callback') === true
    response.writeHead(200, { 'content-type': 'text/html' }).end(page(isCallback ? report : ''))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the application has no port')
  // Pages live on `localhost`; an IP address is another site.
  const origin = `http://127.0.0.1:${address.port}`
  return {
    origin,
    callback: `${origin}/callback`,
    async stop() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}
