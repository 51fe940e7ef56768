import { joinWorkers, reloadOnMessage } from './worker.ts'

// A follower that applies changes once it is asked to reload, and reports by its metrics whether it is fenced.
const role = await joinWorkers()
if (role?.kind === 'follower') {
  const asked = Promise.withResolvers<void>()
  reloadOnMessage(asked.resolve)
  const report = () => process.send?.({ kind: 'fenced', is: role.isFenced() })
  await role.onChange(async () => {
    await asked.promise
    report()
  })
  report()
  role.serves()
}
