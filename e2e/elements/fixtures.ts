import { test as base } from '@playwright/test'
import { newPerson, type Person } from '../service/people.ts'
import { listenForComplaints } from '../complaints.ts'
import { startElementsSite, type ElementsSite } from './site.ts'

interface ElementsFixtures {
  readonly person: Person
  /** Anything the browser complains about fails the test. */
  readonly complaints: void
}

interface ElementsOptions {
  /** Whether signing in and up take one screen or two. */
  readonly screens: 'one' | 'two'
  readonly site: ElementsSite
}

const styles = {
  one: { loginStyle: 'unified', registrationStyle: 'unified' },
  two: { loginStyle: 'identifier_first', registrationStyle: 'profile_first' },
} as const

/** `test` with published components in front of an identity service. */
export const test = base.extend<ElementsFixtures, ElementsOptions>({
  screens: ['one', { option: true, scope: 'worker' }],
  site: [
    async ({ screens }, use) => {
      const site = await startElementsSite(styles[screens])
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: ({ site }, use) => use(site.origin),
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a function wants from its first parameter
  person: ({}, use) => use(newPerson()),
  complaints: [
    async ({ context }, use, test) => {
      const complaints = listenForComplaints(context)
      await use()
      await complaints.check(test)
    },
    { auto: true },
  ],
})

export { expect } from '@playwright/test'
