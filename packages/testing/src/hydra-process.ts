import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts } from './free-port.ts'
import { layDatabase } from './go-database.ts'
import { hydraProgram } from './engines.ts'
import { startServiceProcess, type ServiceProcess } from './service-process.ts'

/** A running Ory Hydra with its own ports; stopping it removes its data folder. */
export interface HydraProcess extends ServiceProcess {
  /** Issuer: the address for browsers and clients. */
  readonly publicUrl: string
  /** The admin API, which authenticates no caller. */
  readonly adminUrl: string
  /** Registers an OAuth2 client; returns it as Hydra stores it, with its secret. */
  createClient(client: Readonly<Record<string, unknown>>): Promise<HydraClient>
}

/** A registered OAuth2 client. */
export interface HydraClient {
  readonly client_id: string
  readonly client_secret: string
}

/** The pages that Hydra sends browsers to: absolute addresses. */
export interface HydraPages {
  readonly login: string
  readonly consent: string
  readonly logout: string
  readonly error: string
  readonly registration?: string
  /** The page after a sign-out that names none. */
  readonly afterLogout?: string
}

/** Starts Ory Hydra 2.3.0 and waits until it is ready. */
export async function startHydra(pages: HydraPages): Promise<HydraProcess> {
  const program = await hydraProgram.path()
  const [publicPort = 0, adminPort = 0] = await freePorts(2)
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-hydra-'))
  // Another name than the pages have, so that nothing passes only because both are one site.
  const publicUrl = `http://127.0.0.1:${publicPort}`
  const adminUrl = `http://127.0.0.1:${adminPort}`
  const configFile = join(folder, 'hydra.json')
  const dsn = await layDatabase(hydraProgram, folder)
  await writeFile(configFile, JSON.stringify(configuration({ dsn, publicUrl, publicPort, adminPort, pages })))
  const service = await startServiceProcess({
    program,
    args: ['serve', 'all', '--dev', '--sqa-opt-out', '--config', configFile],
    environment: { DSN: undefined, LOG_LEVEL: 'warn' },
    readyUrl: `${adminUrl}/health/ready`,
  })
  return {
    ...service,
    publicUrl,
    adminUrl,
    createClient: (client) => register(adminUrl, client),
    async stop(graceMs) {
      const code = await service.stop(graceMs)
      await rm(folder, { recursive: true, force: true })
      return code
    },
  }
}

function configuration(deployment: {
  readonly dsn: string
  readonly publicUrl: string
  readonly publicPort: number
  readonly adminPort: number
  readonly pages: HydraPages
}): unknown {
  const { dsn, publicUrl, publicPort, adminPort, pages } = deployment
  const { login, consent, logout, error, registration, afterLogout } = pages
  return {
    dsn,
    serve: {
      public: { host: '127.0.0.1', port: publicPort },
      admin: { host: '127.0.0.1', port: adminPort },
      cookies: { same_site_mode: 'Lax' },
    },
    urls: {
      self: { issuer: publicUrl },
      login,
      consent,
      logout,
      error,
      ...(registration !== undefined && { registration }),
      ...(afterLogout !== undefined && { post_logout_redirect: afterLogout }),
    },
    secrets: { system: ['a-system-secret-of-the-test-runs'], cookie: ['a-cookie-secret-of-the-test-runs'] },
  }
}

async function register(adminUrl: string, client: Readonly<Record<string, unknown>>): Promise<HydraClient> {
  const answer = await fetch(`${adminUrl}/admin/clients`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(client),
  })
  const body = await answer.text()
  if (answer.status !== 201) throw new Error(`Hydra refused the client (${answer.status}): ${body}`)
  return JSON.parse(body) as HydraClient
}
