import { parseArgs } from 'node:util'
import { counted } from '@gatehouse/contract/http'
import { loadProcessConfig } from '@gatehouse/config/config'
import { createBackup } from './backup/create.ts'
import { countsOf, type Manifest } from './backup/manifest.ts'
import { restoreBackup, verifyBackup } from './backup/restore.ts'
import { startFault } from './process/start-fault.ts'

/** The outcome of a task: for programs, and in words. */
interface Outcome {
  readonly result: object
  readonly words: string
}

const say = (line: string) => console.error(line)

/** Runs `create TARGET`, `verify FILE` or `restore FILE` for the command of the terminal. */
async function keepBackups(task: string | undefined, target: string): Promise<Outcome> {
  const config = loadProcessConfig()
  if (task === 'create') {
    const { file, bytes, momentOfData, manifest } = await createBackup(config, target, say)
    const moment = momentOfData.toISOString()
    const secrets =
      config.secrets === undefined ? '' : '\nGATEHOUSE_SECRETS is not in it: keep it apart, nothing opens without it.'
    return {
      result: {
        file,
        bytes,
        momentOfData: moment,
        ...summary(manifest),
        needsSecrets: config.secrets !== undefined,
      },
      words: `${file} has everything that was acknowledged before ${moment}: ${words(manifest)}. It opens every account: keep it encrypted.${secrets}`,
    }
  }
  if (task === 'verify') {
    const manifest = await verifyBackup(target, say)
    return {
      result: { file: target, ...summary(manifest) },
      words: `${target} is whole, of ${manifest.createdAt}: ${words(manifest)}.`,
    }
  }
  const { manifest, outside } = await restoreBackup(target, config, say)
  const moved = outside.map(({ file, belongsAt }) => `\n${file} was at ${belongsAt}: put it there if it is missing.`)
  const where = config.database === undefined ? config.data : `The database with ${config.data}`
  return {
    result: { data: config.data, isInDatabase: config.database !== undefined, ...summary(manifest), outside },
    words: `${where} has the backup of ${manifest.createdAt}: ${words(manifest)}.${moved.join('')}`,
  }
}

function summary(manifest: Manifest): object {
  return { createdAt: manifest.createdAt, ...countsOf(manifest), files: manifest.files }
}

function words(manifest: Manifest): string {
  const { people, sessions, rows } = countsOf(manifest)
  const inAll = `${counted(rows, 'row')} in all, ${counted(manifest.files.length, 'file')}`
  return `${counted(people, 'person', 'people')}, ${counted(sessions, 'session')}, ${inAll}`
}

process.umask(0o077)
try {
  const { values, positionals } = parseArgs({ options: { json: { type: 'boolean' } }, allowPositionals: true })
  const [task, target = ''] = positionals
  const { result, words: said } = await keepBackups(task, target)
  console.log(values.json === true ? JSON.stringify(result, undefined, 2) : said)
} catch (error) {
  console.error(startFault(error))
  process.exitCode = 1
}
