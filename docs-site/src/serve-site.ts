import { serve } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'

/** A server of the built site on this machine. */
export interface ServedSite {
  readonly url: string
  stop(): void
}

/** Serves a folder at a port of this machine; 0 for one that is free. */
export function serveSite(folder: string, port: number): Promise<ServedSite> {
  const app = new Hono().use(serveStatic({ root: folder }))
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, port, hostname: 'localhost' }, (info) =>
      resolve({ url: `http://localhost:${info.port}/`, stop: () => server.close() }),
    )
    server.once('error', reject)
  })
}
