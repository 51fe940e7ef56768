import { test as base } from '@playwright/test'
import { startGateway } from '@gatehouse/testing/gateway-process'
import type { GatewayProcess } from '@gatehouse/testing/gateway-process'

/** A mail or SMS as the developers' inbox lists it. */
export interface InboxMessage {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly body: string
  /** The code in it, already picked out; null where there is none. */
  readonly code: string | null
  /** The link in it, already picked out; null where there is none. */
  readonly link: string | null
}

/** Waits for the newest message to an address, other than those whose ids are listed. */
export type Inbox = (to: string, options?: { readonly not?: readonly string[] }) => Promise<InboxMessage>

interface TestFixtures {
  readonly inbox: Inbox
  /** An address nobody has used before. */
  readonly freshAddress: string
}

interface WorkerFixtures {
  /** One gateway for each worker: free ports, a data folder of its own, development mode. */
  readonly gateway: GatewayProcess
}

const inboxPatienceMs = 15_000

/** Playwright's `test` with a running gateway behind every page; `page.goto('/login')` is relative to it. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  gateway: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
    async ({}, provide) => {
      const gateway = await startGateway()
      await provide(gateway)
      await gateway.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: ({ gateway }, provide) => provide(gateway.origin),
  inbox: ({ gateway }, provide) => provide((to, { not = [] } = {}) => waitForMessage(gateway.origin, to, not)),
  // oxlint-disable-next-line no-empty-pattern -- as above
  freshAddress: ({}, provide) => provide(`person-${crypto.randomUUID()}@example.com`),
})

export { expect } from '@playwright/test'

async function waitForMessage(origin: string, to: string, not: readonly string[]): Promise<InboxMessage> {
  const deadline = Date.now() + inboxPatienceMs
  for (;;) {
    const messages = await readInbox(origin, to)
    const newest = messages.find((message) => !not.includes(message.id))
    if (newest !== undefined) return newest
    if (Date.now() > deadline) throw new Error(`no message to ${to} within ${inboxPatienceMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function readInbox(origin: string, to: string): Promise<readonly InboxMessage[]> {
  const response = await fetch(`${origin}/dev/inbox.json?to=${encodeURIComponent(to)}`)
  if (!response.ok) throw new Error(`the inbox answered ${response.status}`)
  return parseInbox(await response.json())
}

function parseInbox(body: unknown): readonly InboxMessage[] {
  if (!Array.isArray(body)) throw new TypeError('the inbox gave no list')
  return body as InboxMessage[]
}
