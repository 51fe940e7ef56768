import { createLog } from '../process/log.ts'
import { roleArgument } from './messages.ts'
import { startWorkers } from './primary.ts'

// A program whose followers cannot start.
if (process.argv.includes(roleArgument('leader'))) {
  process.send?.({ kind: 'serves' })
  process.on('disconnect', () => process.exit())
} else if (process.argv.includes(roleArgument('follower'))) {
  process.on('message', () => process.exit(1))
  process.send?.({ kind: 'join' })
} else {
  const workers = startWorkers({ count: 2, log: createLog('error'), endTimeoutMs: 0 })
  workers.becomeLeader()
  workers.startFollowers()
}
