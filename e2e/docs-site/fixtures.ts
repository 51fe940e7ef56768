import { globSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, startServiceProcess } from '@gatehouse/testing/processes'
import { test as base } from '@playwright/test'
import { listenForComplaints } from '../complaints.ts'

/** The documentation, built for this run and served. */
export interface DocsSite {
  readonly origin: string
  /** The path of every page, from the site's folder. */
  readonly pages: readonly string[]
  stop(): Promise<void>
}

async function startDocs(): Promise<DocsSite> {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-docs-'))
  const site = join(folder, 'site')
  const service = await startServiceProcess({
    args: ['docs-site/main.ts', '--output', site, '--serve', '--port', String(port)],
    environment: {},
    readyUrl: `${origin}/`,
  })
  return {
    origin,
    pages: globSync('**/*.html', { cwd: site }).toSorted(),
    async stop() {
      await service.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** `test` with the built documentation. A complaint of the browser fails it, and so does a request to another host. */
export const test = base.extend<{ readonly complaints: void }, { readonly docs: DocsSite }>({
  docs: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a function wants from its first parameter
    async ({}, use) => {
      const docs = await startDocs()
      await use(docs)
      await docs.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ docs }, use) => use(docs.origin),
  complaints: [
    async ({ context, docs }, use, test) => {
      const foreign: string[] = []
      context.on('request', (request) => {
        if (!request.url().startsWith(docs.origin)) foreign.push(request.url())
      })
      const complaints = listenForComplaints(context)
      await use()
      await complaints.check(test)
      if (foreign.length > 0) throw new Error(`The documentation asked for ${foreign.join(', ')}`)
    },
    { auto: true },
  ],
})
