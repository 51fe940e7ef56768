import { ConfigError, loadProcessConfig } from '@gatehouse/config/config'
import { snapshotsOf } from './data/snapshots.ts'

/** Runs `reset`, `save NAME`, `load NAME` or `list` for the commands of the terminal. */
async function keepData([task, name = '']: readonly string[]): Promise<string> {
  const config = loadProcessConfig()
  const snapshots = snapshotsOf(config)
  if (task === 'reset') {
    await snapshots.reset()
    return `${config.data} was reset: the next start creates new secrets and people.`
  }
  if (task === 'save') {
    await snapshots.save(name)
    return `Saved as ${name}.`
  }
  if (task === 'load') {
    await snapshots.load(name)
    return `${config.data} is as it was when ${name} was saved.`
  }
  return (await snapshots.list()).join('\n') || 'There are no snapshots.'
}

process.umask(0o077)
try {
  console.log(await keepData(process.argv.slice(2)))
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
