import { ConfigError, loadProcessConfig } from '@gatehouse/config/config'
import { openGatewayTables } from '../cluster/open-tables.ts'
import { databaseTexts } from '../cluster/database-texts.ts'
import { startFault } from '../process/start-fault.ts'

/** Runs the command of the terminal: `read` prints the database's missing texts as JSON, `clear` removes them. */
async function collectedTexts(task: string | undefined): Promise<string> {
  const { database: url } = loadProcessConfig()
  if (url === undefined) {
    const fix = 'set it, or collect in the data folder'
    throw new ConfigError([{ subject: 'GATEHOUSE_DATABASE', wrong: 'is missing', fix }])
  }
  const database = openGatewayTables(url.reveal(), { isSerial: true, connections: 1 })
  const texts = databaseTexts(database)
  try {
    if (task === 'clear') await texts.clear()
    const all = task === 'clear' ? [] : await texts.all()
    return JSON.stringify(all.map((one) => ({ ...one, texts: Object.fromEntries(one.texts) })))
  } finally {
    database.close()
  }
}

try {
  console.log(await collectedTexts(process.argv[2]))
} catch (error) {
  console.error(startFault(error))
  process.exitCode = 1
}
