import { createLog } from '../process/log.ts'
import { joinWorkers, reloadOnMessage } from './worker.ts'

// A worker that applies changes once it is asked to reload, and reports whether it is fenced.
const role = joinWorkers(createLog('error'))
if (role !== undefined) {
  const asked = Promise.withResolvers<void>()
  reloadOnMessage(asked.resolve)
  const report = () => process.send?.({ kind: 'fenced', is: role.isFenced() })
  await role.onChanges(async () => {
    await asked.promise
    report()
    return 7
  })
  report()
  role.reportReady()
}
