import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startGateway, repositoryRoot, type GatewayProcess } from '@gatehouse/testing/processes'
import { test as base } from '../fixtures.ts'

/** A gateway with the brand of examples/brand, in a folder that a test can change. */
export interface BrandedGateway extends GatewayProcess {
  /** Rewrites a file beside the brand, or the brand itself (`gatehouse.yml`). */
  change(name: string, by: (text: string) => string): Promise<void>
}

/** Copies the example and applies the changes of a test. */
export async function brandFolder(changes: Readonly<Record<string, (text: string) => string>> = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-brand-'))
  await cp(join(repositoryRoot, 'examples/brand'), folder, { recursive: true })
  for (const [name, by] of Object.entries(changes)) await rewrite(folder, name, by)
  return folder
}

async function rewrite(folder: string, name: string, by: (text: string) => string): Promise<void> {
  const path = join(folder, name)
  await writeFile(path, by(await readFile(path, 'utf8')))
}

/** `test` with a gateway that has a brand. */
export const test = base.extend<object, { readonly branded: BrandedGateway }>({
  branded: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a function wants from its first parameter
    async ({}, use) => {
      const folder = await brandFolder()
      const gateway = await startGateway({ environment: { GATEHOUSE_BRAND: join(folder, 'gatehouse.yml') } })
      await use({ ...gateway, change: (name, by) => rewrite(folder, name, by) })
      await gateway.stop()
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  gateway: ({ branded }, use) => use(branded),
})

export { expect } from '../fixtures.ts'
