import { counted } from '@gatehouse/contract/http'
import '@gatehouse/config/production'
import { type Config, ConfigError, loadProcessConfig } from '@gatehouse/config/config'
import { compose } from './compose.ts'
import { claimDataFolder } from './data/data-folder.ts'
import { refuseMovedFiles } from './data/moved-files.ts'
import { openDemo } from './open-demo.ts'
import { DemoIsThereError, demoPassword, seedDemo, type DemoOutcome, type DemoSize } from './devtools/demo/seed-demo.ts'
import { createLog } from './process/log.ts'

/** Composes a gateway that does not listen, fills it, and ends it. */
async function fill(config: Config, size: DemoSize): Promise<DemoOutcome> {
  if (!config.dev || config.identity.kind !== 'embedded')
    throw new ConfigError([
      {
        subject: 'A demonstration',
        wrong: 'is made only in development mode, in the embedded identity service',
        fix: 'set GATEHOUSE_DEV=true and leave out the URL of another identity service',
      },
    ])
  refuseMovedFiles(config)
  const folder = claimDataFolder(config.data)
  const gateway = await compose(config, { log: createLog('silent') })
  try {
    gateway.start()
    return await seedDemo(await openDemo(config, gateway), size, showProgress)
  } finally {
    await gateway.stop()
    folder.release()
  }
}

/** Overwrites one line with the progress; without a terminal it prints nothing. */
function showProgress(what: string, done: number, total: number): void {
  if (!process.stdout.isTTY) return
  process.stdout.write(`\r${what}: ${done} of ${total} …${done === total ? '\n' : ''}`)
}

const [people = '300', days = '30'] = process.argv.slice(2)
process.umask(0o077)
try {
  const made = await fill(loadProcessConfig(), { people: Number(people), days: Number(days) })
  console.log(
    `Made ${counted(made.people, 'person', 'people')}, ${counted(made.organizations, 'organization')} and ${counted(made.signIns, 'sign-in')} of the last ${counted(Number(days), 'day')}.`,
  )
  console.log(`The password of every person who has one: ${demoPassword}`)
} catch (error) {
  if (error instanceof DemoIsThereError)
    console.error(`There is a demonstration already: ${error.message}. Start over with: gatehouse reset`)
  else if (error instanceof ConfigError) console.error(error.message)
  else throw error
  process.exitCode = 1
}
