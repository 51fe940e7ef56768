import { uptimeMs } from '../cluster/lease.ts'
import { createLog } from '../process/log.ts'
import { roleArgument } from './messages.ts'
import { startWorkers } from './primary.ts'
import { joinWorkers } from './worker.ts'

/** Longer than a gateway may serve without a heartbeat. */
const busyMs = 6_000

// A program whose leader only computes for a while, like one that loads its modules on a busy machine.
if (process.argv.includes(roleArgument('leader'))) {
  const role = await joinWorkers()
  const onMessage = ({ kind }: { readonly kind: string }) => {
    if (kind !== 'heartbeat') return
    process.off('message', onMessage)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, busyMs)
    // The check that became due meanwhile runs first.
    // oxlint-disable-next-line no-restricted-globals -- it has to run after a timer of the program
    setTimeout(() => role?.serves(), 500)
  }
  process.on('message', onMessage)
} else {
  const workers = startWorkers({ count: 1, log: createLog('info'), endTimeoutMs: 0 })
  workers.becomeLeader()
  // oxlint-disable-next-line no-restricted-globals -- as the cluster does
  setInterval(() => workers.extendServing(uptimeMs()), 250)
}
