import { createFaults, createServiceClock, type Faults, type ServiceClock } from './devtools.ts'
import { createInbox, type Inbox } from './inbox.ts'
import { seed, type NewPerson, type Person } from './people.ts'

export { browserCookie, faultKinds } from './devtools.ts'
export type { FaultKind, FaultOptions, Faults, ServiceClock } from './devtools.ts'
export type { Inbox, Message, Waiting } from './inbox.ts'
export type { NewPerson, Person } from './people.ts'

/** The addresses of a gateway in development mode. */
export interface GatehouseAddress {
  /** Origin of the account pages. */
  readonly url?: string | undefined
  /** Origin of the admin API. */
  readonly adminUrl?: string | undefined
  readonly adminKey?: string | undefined
}

/** A gateway in development mode, as tests of an application use it. */
export interface Gatehouse {
  readonly url: string
  readonly inbox: Inbox
  readonly faults: Faults
  readonly clock: ServiceClock
  /** Creates people in it; returns their sign-in credentials. */
  seed(people: readonly NewPerson[]): Promise<readonly Person[]>
}

/** Connects to a gateway; without an address, to the one that `npx gatehouse start` runs on this machine. */
export function connect(address: GatehouseAddress = {}): Gatehouse {
  const url = (address.url ?? 'http://localhost:4455').replace(/\/+$/, '')
  const adminUrl = (address.adminUrl ?? 'http://127.0.0.1:4434').replace(/\/+$/, '')
  return {
    url,
    inbox: createInbox(url),
    faults: createFaults(url),
    clock: createServiceClock(url),
    seed: (people) => seed({ adminUrl, adminKey: address.adminKey }, people),
  }
}
