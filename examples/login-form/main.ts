// `npm run example`: a separate identity service with one person, and the application that embeds its login form. With
// KRATOS_PUBLIC_URL it is the form of that service, and none is started.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createServer, loadEnv } from 'vite'

const folder = import.meta.dirname
const { PORT = '4477', SERVE_ADMIN_PORT: adminPort = '4434', DATA: data = join(folder, 'data') } = process.env
const admin = `http://127.0.0.1:${adminPort}`
const origin = `http://localhost:${PORT}`
const person = { email: 'ada@example.org', password: 'analytical-engine' }
const { KRATOS_PUBLIC_URL: remote } = loadEnv('development', folder, 'KRATOS_')

if (remote === undefined) {
  startService()
  await addPerson()
  console.log(`Sign in as ${person.email} with the password ${person.password}.`)
}
const server = await createServer({ configFile: join(folder, 'vite.config.ts') })
await server.listen()
server.printUrls()

function startService(): void {
  const cli = join(folder, '../../apps/cli/src/main.ts')
  const args = [cli, 'identity', 'serve', '--config', join(folder, 'kratos.yml'), '--dev']
  // The file has the usual port; variables named as its keys count more. Its people are of no other Gatehouse here.
  const env = {
    ...process.env,
    DSN: '',
    GATEHOUSE_DATABASE: '',
    GATEHOUSE_DATA: data,
    SERVE_PUBLIC_BASE_URL: origin,
    SERVE_ADMIN_BASE_URL: admin,
    SELFSERVICE_DEFAULT_BROWSER_RETURN_URL: `${origin}/`,
    SELFSERVICE_FLOWS_LOGIN_UI_URL: `${origin}/`,
  }
  const service = spawn(process.execPath, args, { stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit())
  process.once('exit', () => service.kill())
  service.once('exit', (code) => process.exit(code ?? 1))
}

/** Waits for the service. The person is there from the first time on. */
async function addPerson(): Promise<void> {
  while (!(await fetch(`${admin}/admin/health/ready`).catch(() => undefined))?.ok) await delay(200)
  const response = await fetch(`${admin}/admin/identities`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      schema_id: 'person',
      traits: { email: person.email },
      credentials: { password: { config: { password: person.password } } },
    }),
  })
  if (!response.ok && response.status !== 409)
    throw new Error(`The person could not be added: ${response.status} ${await response.text()}`)
}
