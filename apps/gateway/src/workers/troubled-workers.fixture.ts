import { monotonicMs } from '../cluster/lease.ts'
import { createLog } from '../process/log.ts'
import { workerStart, type FromWorker, type ToWorker } from './messages.ts'
import { startWorkers } from './primary.ts'

const trouble = process.env['TROUBLE']
const start = workerStart(process.argv)
const tell = (message: FromWorker, then = () => {}) => process.send?.(message, undefined, undefined, then)
const freeze = () => void process.kill(process.pid, 'SIGSTOP')

// A program whose first worker is suspended, or whose background work fails again and again.
if (start !== undefined) {
  process.on('disconnect', () => process.exit())
  process.on('message', (message: ToWorker) => {
    if (message.kind === 'heartbeat') tell({ kind: 'caught up', number: 1 })
    if (message.kind === 'background' && message.ownsBackground && trouble === 'background fails') process.exit(1)
  })
  tell({ kind: 'subscribes' })
  tell({ kind: 'ready' }, trouble === 'first is suspended' && start.isFirst ? freeze : undefined)
} else {
  const log = createLog('info')
  const backgroundFails = () => log.info({}, 'the background work fails here')
  const workers = startWorkers({
    count: 2,
    log,
    awaitOtherGateways: async () => {},
    backgroundFails,
    endTimeoutMs: 200,
  })
  if (trouble === 'background fails') workers.beginBackground()
  workers.start()
  // oxlint-disable-next-line no-restricted-globals -- as the cluster does, and faster
  setInterval(() => workers.state().extendServing(monotonicMs()), 10)
  process.on('SIGTERM', () => void workers.stop().then(() => process.exit()))
}
