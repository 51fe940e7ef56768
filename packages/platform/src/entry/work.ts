/** The clock, and work in the background. */
export type { Clock } from '../clock.ts'
export { QueueFullError, createFairQueue, type Lane } from '../fair-queue.ts'
export { detached } from '../detached.ts'
export { faultChanges } from '../fault-changes.ts'
export { leaseMs, whileRenewed } from '../lease.ts'
export type { DeliveryResult } from '../work-loop.ts'
export { createRepeatedWork, type RepeatedWork } from '../repeated-work.ts'
export { createWorkLoop, type BackgroundWork, type WorkLoop } from '../work-loop.ts'
