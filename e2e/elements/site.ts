import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePorts, startIdentityService } from '@gatehouse/testing/processes'
import { startMailbox, type Mailbox } from '@gatehouse/testing/receivers'
import { build, preview } from 'vite'
import { type IdentityConfigOptions, writeIdentityConfig } from '../service/identity-config.ts'

/** The published pages of others in front of an identity service of ours, at one origin. */
export interface ElementsSite {
  readonly origin: string
  readonly mailbox: Mailbox
  stop(): Promise<void>
}

const page = fileURLToPath(new URL('page', import.meta.url))
/** The paths of the identity service; every other one is a page. */
const served = ['/self-service', '/sessions', '/schemas', '/.well-known']

/** Builds the page once and starts the service behind it. */
export async function startElementsSite(
  options: Pick<IdentityConfigOptions, 'loginStyle' | 'registrationStyle'> = {},
): Promise<ElementsSite> {
  const [sitePort = 0, publicPort = 0, adminPort = 0] = await freePorts(3)
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-elements-'))
  const mailbox = await startMailbox()
  const origin = `http://localhost:${sitePort}`
  const publicUrl = `http://127.0.0.1:${publicPort}`
  const listen = { publicPort, adminPort }
  const configFile = await writeIdentityConfig({ folder, origin, listen, smtp: mailbox.uri, ...options })
  const identity = await startIdentityService({ configFile, publicUrl, adminUrl: `http://127.0.0.1:${adminPort}` })
  const outDir = join(folder, 'page')
  const quiet = { root: page, configFile: false, logLevel: 'error' } as const
  await build({ ...quiet, build: { outDir, emptyOutDir: true } })
  const proxy = Object.fromEntries(served.map((path) => [path, { target: publicUrl, changeOrigin: false }]))
  const server = await preview({ ...quiet, build: { outDir }, preview: { port: sitePort, strictPort: true, proxy } })
  return {
    origin,
    mailbox,
    async stop() {
      await server.close()
      await identity.stop()
      await mailbox.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
