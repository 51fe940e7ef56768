import type { GatewayProcess } from '@gatehouse/testing/gateway-process'
import { expect, test as base } from '@playwright/test'
import { type Complaints, listenForComplaints, reportBlockedContent, reportPointers } from './complaints.ts'
import { keyboardHands } from './hands/keyboard.ts'
import { pointerHands } from './hands/pointer.ts'
import { newPerson, type Person } from './service/people.ts'
import { deskPost } from './service/post.ts'
import { createGateways, type Gateways, type SetupName } from './service/setups.ts'
import type { Visitor } from './visitor.ts'

/** What a group of tests chooses about its visits. */
interface VisitOptions {
  /** With what a person works the page. */
  readonly means: 'pointer' | 'keyboard'
  /** Which kind of gateway is visited. */
  readonly setup: SetupName
}

interface VisitFixtures {
  /** The gateway of this test. */
  readonly gateway: GatewayProcess
  readonly visitor: Visitor
  /** Somebody without an account. */
  readonly person: Person
  /** Anything the browser complains about fails the test, whether it asks for this or not. */
  readonly complaints: Complaints
}

/** Playwright's `test` with a gateway to visit and a visitor. */
export const test = base.extend<VisitOptions & VisitFixtures, { readonly gateways: Gateways }>({
  means: ['pointer', { option: true }],
  setup: ['standard', { option: true }],
  gateways: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a function wants from its first parameter
    async ({}, use) => {
      const gateways = createGateways()
      await use(gateways)
      await gateways.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  gateway: [({ gateways, setup }, use) => gateways.visit(setup).then(use), { timeout: 90_000 }],
  baseURL: ({ gateway }, use) => use(gateway.origin),
  complaints: [
    async ({ context, means }, use) => {
      const complaints = listenForComplaints(context)
      await context.addInitScript(reportBlockedContent)
      if (means === 'keyboard') await context.addInitScript(reportPointers)
      await use(complaints)
      complaints.check()
    },
    { auto: true },
  ],
  person: ({ gateway: _gateway }, use) => use(newPerson()),
  visitor: async ({ page, gateway, means, javaScriptEnabled: scripted }, use) => {
    const hands = (means === 'keyboard' ? keyboardHands : pointerHands)(page, scripted)
    const { origin } = gateway
    await use({ page, hands, scripted, post: deskPost(origin), origin })
  },
})

export { expect }
