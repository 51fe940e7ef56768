import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const { ORIGIN, ACCOUNT, GATEHOUSE_PUBLIC_URL, PORT = '3000' } = process.env

/** The port of an example, and its origin in browsers; `PORT` and `ORIGIN` override them. */
export const port = Number(PORT)
export const origin = ORIGIN ?? `http://app.example.localhost:${PORT}`

/** The origin of Gatehouse while an example runs; `ACCOUNT` names a running one, so that none is started here. */
export const account = ACCOUNT ?? GATEHOUSE_PUBLIC_URL ?? 'http://account.example.localhost:4455'

/** The variables of an example that is a separate process. */
export const applicationEnvironment = {
  ...process.env,
  PORT,
  ORIGIN: origin,
  ACCOUNT: account,
  ACCOUNT_INTERNAL: process.env['ACCOUNT_INTERNAL'] ?? `http://localhost:${new URL(account).port || '80'}`,
}

/**
 * Starts Gatehouse with the settings and the data of an example's folder; both end together. Settings of the environment
 * (`GATEHOUSE_…`) count more, as they do everywhere.
 */
export function startGatehouse(folder: string): void {
  if (ACCOUNT !== undefined) return
  const given = Object.entries(process.env).filter(([name]) => name.startsWith('GATEHOUSE_'))
  const env = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    GATEHOUSE_CONFIG: join(folder, 'gatehouse.yml'),
    GATEHOUSE_DATA: join(folder, 'data'),
    // The file has the usual address.
    ...(origin !== 'http://app.example.localhost:3000' && {
      GATEHOUSE_RETURN_URLS: origin,
      GATEHOUSE_DEFAULT_RETURN_URL: origin,
      GATEHOUSE_CORS_ORIGINS: origin,
    }),
    ...Object.fromEntries(given),
  }
  const run = join(import.meta.dirname, '../tooling/run.mjs')
  if (!existsSync(join(env.GATEHOUSE_DATA, 'session-tokens/app.jwks.json'))) {
    execFileSync(process.execPath, [run, 'gatehouse', 'keys', 'create', 'app'], { stdio: 'inherit', env })
  }
  const gatehouse = spawn(process.execPath, [run, 'start'], { stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => gatehouse.kill(signal))
  // The application may end first.
  process.once('exit', () => gatehouse.kill())
  gatehouse.once('exit', (code) => process.exit(code ?? 1))
}
