import { randomUUID } from 'node:crypto'
import { test as base } from '@playwright/test'
import {
  browserCookie,
  connect,
  type FaultKind,
  type FaultOptions,
  type Gatehouse,
  type GatehouseAddress,
  type Person,
} from './index.ts'

/** A gateway as one test uses it: its faults are for the browser of this test alone. */
export interface GatehouseOfTest extends Omit<Gatehouse, 'faults'> {
  readonly faults: {
    /** `courier_down` is of no browser: it happens to whichever message comes next. */
    arm(kind: FaultKind, options?: Pick<FaultOptions, 'times'>): Promise<void>
    clear(): Promise<void>
  }
  /** A person of this test's own. */
  person(given?: Parameters<Gatehouse['seed']>[0][number]): Promise<Person>
}

/**
 * `test` with a gateway in development mode; `use: { gatehouseAddress: { url } }` names another address than the usual
 * one.
 */
export const test = base.extend<{ readonly gatehouse: GatehouseOfTest; readonly gatehouseAddress: GatehouseAddress }>({
  gatehouseAddress: [{}, { option: true }],
  gatehouse: async ({ gatehouseAddress, context }, provide) => {
    const { faults, ...gatehouse } = connect(gatehouseAddress)
    const browser = randomUUID()
    let isCourierDown = false
    const clear = async () => {
      await faults.clear({ browser })
      if (isCourierDown) await faults.arm('courier_down', { times: 0 })
      isCourierDown = false
    }
    await context.addCookies([{ name: browserCookie, value: browser, url: gatehouse.url }])
    await provide({
      ...gatehouse,
      faults: {
        arm(kind, options) {
          if (kind !== 'courier_down') return faults.arm(kind, { ...options, browser })
          isCourierDown = true
          return faults.arm(kind, options)
        },
        clear,
      },
      async person(given = {}) {
        const [person] = await gatehouse.seed([given])
        if (person === undefined) throw new Error('nobody was added')
        return person
      },
    })
    await clear()
  },
})

export { expect } from '@playwright/test'
