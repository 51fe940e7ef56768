import { test as base } from '@playwright/test'
import { listenForComplaints } from '../complaints.ts'
import { startViteSite, type ViteSite } from '../service/vite-site.ts'

/** `test` with the built gallery. Anything the browser complains about fails it. */
export const test = base.extend<{ readonly complaints: void }, { readonly site: ViteSite }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a function wants from its first parameter
    async ({}, use) => {
      const site = await startViteSite('gallery')
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ site }, use) => use(site.origin),
  complaints: [
    async ({ context }, use, test) => {
      const complaints = listenForComplaints(context)
      await use()
      await complaints.check(test)
    },
    { auto: true },
  ],
})
