import type { Database } from '@gatehouse/platform/database'

import { createEventOrigins } from '../events/origin.ts'
import { createEventRecorder } from '../events/recorder.ts'
import { createRememberedDeviceStore } from './device-store.ts'
import { createEventStore } from './event-store.ts'

/** Creates what the stores need to record changes that no request causes: their events name the system. */
export function backgroundRecording(database: Database) {
  const clock = Date.now
  const events = createEventStore(database)
  const recorder = createEventRecorder({ store: events, clock, origins: createEventOrigins(), keepsClient: false })
  return { recorder, events, devices: createRememberedDeviceStore(database), clock }
}
