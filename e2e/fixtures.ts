import type { GatewayProcess } from '@gatehouse/testing/processes'
import { expect, test as base } from '@playwright/test'
import { type Complaints, listenForComplaints, reportBlockedContent, reportPointers } from './complaints.ts'
import { keyboardHands } from './hands/keyboard.ts'
import { pointerHands } from './hands/pointer.ts'
import { needEngine } from './kratos/need-engine.ts'
import { newPerson, type Person } from './service/people.ts'
import { createGateways, type EngineName, type Gateways, type SetupName } from './service/setups.ts'
import type { Visitor } from './visitor.ts'

/** The options of a group of tests for its visits. */
interface VisitorOptions {
  /** The pointer or the keyboard, with which a person works the page. */
  readonly means: 'pointer' | 'keyboard'
  /** Which kind of gateway is visited. */
  readonly setup: SetupName
}

/** The fixtures that all tests of a worker share. */
export interface WorkerFixtures {
  /** Which identity service is behind the gateways; the projects of playwright.config.ts choose. */
  readonly engine: EngineName
  readonly gateways: Gateways
}

interface VisitorFixtures {
  /** Starts the gateway of this test, or finds it running; overridden for kinds of tests with a separate one. */
  readonly openGateway: () => Promise<GatewayProcess>
  /** The gateway of this test. */
  readonly gateway: GatewayProcess
  readonly visitor: Visitor
  /** A person without an account. */
  readonly person: Person
  /** Anything the browser complains about fails the test, whether it asks for this or not. */
  readonly complaints: Complaints
}

/** Playwright's `test` with a gateway to visit and a visitor. */
export const test = base.extend<VisitorOptions & VisitorFixtures, WorkerFixtures>({
  means: ['pointer', { option: true }],
  setup: ['standard', { option: true }],
  engine: ['embedded', { option: true, scope: 'worker' }],
  gateways: [
    async ({ engine }, use) => {
      const gateways = createGateways(engine)
      await use(gateways)
      await gateways.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  openGateway: ({ gateways, setup }, use) => use(() => gateways.visit(setup)),
  gateway: [
    async ({ openGateway, engine }, use, test) => {
      await needEngine(engine, (reason) => test.skip(true, reason))
      await use(await openGateway())
    },
    // The first run on a machine may have to build the engine.
    { timeout: 900_000 },
  ],
  baseURL: ({ gateway }, use) => use(gateway.origin),
  complaints: [
    async ({ context, means }, use, test) => {
      const complaints = listenForComplaints(context)
      await context.addInitScript(reportBlockedContent)
      if (means === 'keyboard') await context.addInitScript(reportPointers)
      await use(complaints)
      await complaints.check(test)
    },
    { auto: true },
  ],
  person: ({ gateway: _gateway }, use) => use(newPerson()),
  visitor: async ({ page, gateway, gateways, means, javaScriptEnabled: scripted }, use) => {
    const hands = (means === 'keyboard' ? keyboardHands : pointerHands)(page, scripted)
    const { origin } = gateway
    await use({ page, hands, scripted, post: gateways.post(origin), origin })
  },
})

export { expect }
