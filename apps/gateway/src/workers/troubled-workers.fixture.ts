import { uptimeMs } from '../cluster/lease.ts'
import { createLog } from '../process/log.ts'
import { roleArgument, type FromWorker } from './messages.ts'
import { startWorkers } from './primary.ts'

const trouble = process.env['TROUBLE']
const isWorker = (role: 'leader' | 'follower') => process.argv.includes(roleArgument(role))
const serve = (then = () => {}) => {
  const message: FromWorker = { kind: 'serves' }
  process.send?.(message, undefined, undefined, then)
  process.on('disconnect', () => process.exit())
}
const freeze = () => void process.kill(process.pid, 'SIGSTOP')

// A program whose leader or follower is suspended, or whose leader ends again and again.
if (isWorker('leader')) {
  if (trouble === 'leader ends') serve(() => process.exit(1))
  else serve(trouble === 'leader is suspended' ? freeze : undefined)
} else if (isWorker('follower')) {
  serve(trouble === 'follower is suspended' ? freeze : undefined)
} else {
  const log = createLog('info')
  const leaderFails = () => log.info({}, 'the leader fails')
  const workers = startWorkers({ count: 2, log, leaderFails, endTimeoutMs: 200 })
  workers.becomeLeader()
  await workers.begun
  // oxlint-disable-next-line no-restricted-globals -- as the cluster does, and faster
  if (trouble === 'leader is suspended') setInterval(() => workers.extendServing(uptimeMs()), 10)
  process.on('SIGTERM', () => void workers.stop().then(() => process.exit()))
}
