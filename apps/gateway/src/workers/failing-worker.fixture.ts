import { createLog } from '../process/log.ts'
import { workerStart } from './messages.ts'
import { startWorkers } from './primary.ts'

// A program whose later workers cannot start.
const start = workerStart(process.argv)
if (start === undefined) startWorkers({ count: 2, log: createLog('error'), endTimeoutMs: 0 }).start()
else if (start.isFirst) {
  process.send?.({ kind: 'ready' })
  process.on('disconnect', () => process.exit())
} else process.exit(1)
