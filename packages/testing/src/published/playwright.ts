import { randomUUID } from 'node:crypto'
import { test as base } from '@playwright/test'
import { browserCookie, connect, type FaultKind, type Gatehouse, type GatehouseAddress, type Person } from './index.ts'

/** A gateway as one test uses it: its faults are for the browser of this test alone. */
export interface GatehouseOfTest extends Omit<Gatehouse, 'faults'> {
  readonly faults: {
    arm(kind: Exclude<FaultKind, 'courier_down'>, times?: number): Promise<void>
    clear(): Promise<void>
  }
  /** A person of this test's own. */
  person(given?: Parameters<Gatehouse['seed']>[0][number]): Promise<Person>
}

/** `test` with a gateway in development mode; `use: { gatehouseAddress: { url } }` says where, if not at the usual place. */
export const test = base.extend<{ readonly gatehouse: GatehouseOfTest; readonly gatehouseAddress: GatehouseAddress }>({
  gatehouseAddress: [{}, { option: true }],
  gatehouse: async ({ gatehouseAddress, context }, provide) => {
    const { faults, ...gatehouse } = connect(gatehouseAddress)
    const browser = randomUUID()
    await context.addCookies([{ name: browserCookie, value: browser, url: gatehouse.url }])
    await provide({
      ...gatehouse,
      faults: {
        arm: (kind, times = 1) => faults.arm(kind, { times, browser }),
        clear: () => faults.clear({ browser }),
      },
      async person(given = {}) {
        const [person] = await gatehouse.seed([given])
        if (person === undefined) throw new Error('nobody was added')
        return person
      },
    })
    await faults.clear({ browser })
  },
})

export { expect } from '@playwright/test'
