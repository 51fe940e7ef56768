import { test as base } from '../fixtures.ts'
import { type Network, startNetwork } from '../service/network.ts'
import { smtpPost } from '../service/post.ts'

/** `test` with an identity service in another process and mails that go over SMTP. */
export const test = base.extend<object, { readonly network: Network }>({
  network: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a function wants from its first parameter
    async ({}, use) => {
      const network = await startNetwork()
      await use(network)
      await network.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  gateway: ({ network }, use) => use(network.gateway),
  visitor: ({ visitor, network }, use) => use({ ...visitor, post: smtpPost(network.mailbox) }),
})

export { expect } from '../fixtures.ts'
