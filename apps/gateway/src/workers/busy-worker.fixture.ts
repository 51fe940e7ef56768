import { monotonicMs } from '../cluster/lease.ts'
import { createLog } from '../process/log.ts'
import { startWorkers } from './primary.ts'
import { joinWorkers } from './worker.ts'

/** Longer than a gateway may serve without a heartbeat. */
const busyMs = 6_000

// A program whose worker only computes for a while when the background work begins, as on a busy machine.
const log = createLog('info')
const role = joinWorkers(log)
if (role !== undefined) {
  role.onBackground((ownsBackground) => {
    if (!ownsBackground) {
      log.info({}, 'the worker gives up its work')
      return
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, busyMs)
    // The check that became due meanwhile runs first.
    // oxlint-disable-next-line no-restricted-globals -- it has to run after a timer of the program
    setTimeout(() => log.info({}, 'the worker goes on'), 500)
  })
  await role.onChanges(async () => 1)
  role.reportReady()
} else {
  const workers = startWorkers({ count: 1, log, awaitOtherGateways: async () => {}, endTimeoutMs: 0 })
  workers.beginBackground()
  workers.start()
  // oxlint-disable-next-line no-restricted-globals -- as the cluster does
  setInterval(() => workers.state().extendServing(monotonicMs()), 250)
}
