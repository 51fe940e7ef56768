import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts, startIdentityService } from '@gatehouse/testing/processes'
import { test as base } from '@playwright/test'
import { listenForComplaints, type Complaints } from '../complaints.ts'
import { writeIdentityConfig } from '../service/identity-config.ts'
import { startViteSite } from '../service/vite-site.ts'

/** The built example, and the identity service whose form it embeds. */
export interface Example {
  readonly origin: string
  readonly adminUrl: string
  stop(): Promise<void>
}

async function startExample(): Promise<Example> {
  const [sitePort = 0, publicPort = 0, adminPort = 0] = await freePorts(3)
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-example-'))
  const origin = `http://localhost:${sitePort}`
  const publicUrl = `http://127.0.0.1:${publicPort}`
  const adminUrl = `http://127.0.0.1:${adminPort}`
  const configFile = await writeIdentityConfig({ folder, origin, listen: { publicPort, adminPort } })
  const service = await startIdentityService({ configFile, publicUrl, adminUrl, dev: true })
  const site = await startViteSite('examples/login-form', { KRATOS_PUBLIC_URL: publicUrl }, sitePort)
  return {
    origin,
    adminUrl,
    async stop() {
      await site.stop()
      await service.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** `test` with the example. Anything the browser complains about fails it, unless it was expected. */
export const test = base.extend<{ readonly complaints: Complaints }, { readonly example: Example }>({
  example: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a function wants from its first parameter
    async ({}, use) => {
      const example = await startExample()
      await use(example)
      await example.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ example }, use) => use(example.origin),
  complaints: [
    async ({ context }, use, test) => {
      const complaints = listenForComplaints(context)
      await use(complaints)
      await complaints.check(test)
    },
    { auto: true },
  ],
})
