import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts } from '@gatehouse/testing/free-port'
import { type GatewayProcess, startGateway } from '@gatehouse/testing/gateway-process'
import { test as base } from '../fixtures.ts'
import { writeIdentityConfig } from '../service/identity-config.ts'

/** `test` with a service that asks for security keys as second factor. */
export const test = base.extend<object, { readonly keyGateway: GatewayProcess }>({
  keyGateway: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a function wants from its first parameter
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'gatehouse-e2e-'))
      const gateway = await startWithKeys(folder)
      await use(gateway)
      await gateway.stop()
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  gateway: ({ keyGateway }, use) => use(keyGateway),
})

async function startWithKeys(folder: string): Promise<GatewayProcess> {
  const [publicPort = 0, adminPort = 0] = await freePorts(2)
  const origin = `http://localhost:${publicPort}`
  const path = await writeIdentityConfig({ folder, origin })
  const config = JSON.parse(await readFile(path, 'utf8')) as { selfservice: { methods: Record<string, unknown> } }
  const { methods } = config.selfservice
  methods['webauthn'] = {
    enabled: true,
    config: { passwordless: false, rp: { id: 'localhost', display_name: 'Journeys', origins: [origin] } },
  }
  await writeFile(path, JSON.stringify(config))
  return startGateway({
    ports: { public: publicPort, admin: adminPort },
    environment: { GATEHOUSE_IDENTITY_CONFIG: path },
  })
}

export { expect } from '../fixtures.ts'
