import type { LanguageCode } from '@gatehouse/i18n/languages'
import type { Database } from '@gatehouse/platform/database'
import type { Clock } from '@gatehouse/platform/work'

import type { IdentityConfig } from './configuration/config.ts'
import { acceptedLanguage } from './courier/language.ts'
import { createSeals } from './credentials/sealed.ts'
import { createRememberedDevices } from './devices/remembered-devices.ts'
import { createEventOrigins } from './events/origin.ts'
import { createEventRecorder, type RecordedEvent } from './events/recorder.ts'
import { sealedNodes, createFlowStore } from './sql/flow-store.ts'
import type { FlowStore } from './flows/ports/flow-store.ts'
import { createAddressProofs } from './flows/steps/address-proofs.ts'
import type { Tried } from './flows/steps/flow-events.ts'
import { withConfigured, type OrganizationStore } from './organizations/organization.ts'
import { createAllowanceStore } from './sql/allowance-store.ts'
import { createRememberedDeviceStore } from './sql/device-store.ts'
import { createEventStore } from './sql/event-store.ts'
import { createIdentityStore } from './sql/identity-store.ts'
import { createOrganizationStore } from './sql/organization-store.ts'
import { createOutboxStore } from './sql/outbox-store.ts'
import { createPendingStores } from './sql/pending-stores.ts'
import { createSessionStore } from './sql/session-store.ts'

/** The dependencies of the stores. */
export interface StoreDeps {
  readonly config: IdentityConfig
  /** Opened and migrated; the service closes it when it stops. */
  readonly database: Database
  /**
   * The organizations in addition to those of the configuration; a change counts at once. Default: those in the
   * database.
   */
  readonly organizations?: OrganizationStore
  /** Receives every recorded event, after its unit of work. */
  readonly onEvent?: (event: RecordedEvent) => void
  readonly events?: EventPolicy
  /** The time for which a trusted browser skips the second factor, in milliseconds. Default: it never does. */
  readonly rememberDeviceMs?: number | undefined
}

/** The stores of one service, and what reads and writes beside them in the same transactions. */
export type Stores = ReturnType<typeof openStores>

/** Opens the stores of a service. Every change is recorded with its event. */
export function openStores(deps: StoreDeps, clock: Clock) {
  const { config, database, onEvent } = deps
  const origins = createEventOrigins<Tried>()
  const events = createEventStore(database)
  const keepsClient = deps.events?.keepsClient ?? true
  const recorder = createEventRecorder({ store: events, clock, origins, keepsClient, onEvent })
  const devices = createRememberedDeviceStore(database)
  const recording = { recorder, events, devices, clock }
  const identities = createIdentityStore(database, recording)
  const sessions = createSessionStore(database, recording)
  const seals = createSeals(config.secrets.cipher)
  const requestLanguage = () => acceptedLanguage(origins.current().acceptLanguage)
  const flows = rememberingLanguage(sealedNodes(createFlowStore(database), seals), requestLanguage)
  const { cookie } = config.session
  const rememberedDevices = createRememberedDevices({ devices, cookie, keptMs: deps.rememberDeviceMs })
  return {
    origins,
    events,
    recorder,
    devices,
    rememberedDevices,
    identities,
    sessions,
    seals,
    flows,
    pending: createPendingStores(database),
    addressProofs: createAddressProofs({ identities, sessions, flows, rememberedDevices, transactions: database }),
    outbox: createOutboxStore(database, seals, recording),
    allowances: createAllowanceStore(database),
    organizations: withConfigured(deps.organizations ?? createOrganizationStore(database), config.organizations),
  }
}

/**
 * Wraps the store: flows keep the language of the request that began them, as a later one, by an app, may name none.
 */
function rememberingLanguage(flows: FlowStore, requestLanguage: () => LanguageCode | undefined): FlowStore {
  return {
    ...flows,
    insert: async (flow) => {
      const language = requestLanguage()
      await flows.insert(language === undefined ? flow : { ...flow, details: { ...flow.details, language } })
    },
  }
}

/** The storage of events. */
export interface EventPolicy {
  /** The time for which events are kept, and so the longest pause of a stream, in milliseconds. Default: 90 days. */
  readonly keptMs?: number
  /** False: events omit the address and browser of a request. Default: true. */
  readonly keepsClient?: boolean
}
