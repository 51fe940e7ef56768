import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError, loadProcessConfig } from '@gatehouse/config/config'
import { keepNewestSecrets, loadGeneratedSecrets, rotateGeneratedSecrets } from '@gatehouse/config/secrets'
import { Secret } from '@gatehouse/platform/secrets'
import { sealAccountsAnew, createSeals, createIdentityStore, sealMessagesAnew } from '@gatehouse/identity/secrets'
import { openDatabase } from '@gatehouse/identity/database'
import { claimDataFolder } from './data/data-folder.ts'

/** `rotate` or `retire`, as the terminal's command asks for it, in the data folder and in those of its projects. */
async function keepSecrets([task]: readonly string[]): Promise<string> {
  const { data, identity } = loadProcessConfig()
  if (identity.kind === 'remote') throw remote('are those of the identity service at KRATOS_PUBLIC_URL')
  if (identity.configFile !== undefined) throw remote(`are in ${identity.configFile}`)
  if (!existsSync(data)) {
    const fix = 'start Gatehouse once, or set GATEHOUSE_DATA'
    throw new ConfigError([{ subject: `The data folder ${data}`, wrong: 'does not exist', fix }])
  }
  const claimed = claimDataFolder(data)
  try {
    const folders = await foldersOf(data)
    const projects = folders.length === 1 ? 'one project' : `${folders.length} projects`
    if (task === 'rotate') {
      for (const folder of folders) rotateGeneratedSecrets(folder)
      return `New secrets in front, for ${projects}. The ones before still count: retire them when no flow from before is open any more (an hour, or the longest lifespan of your flows).`
    }
    let accounts = 0
    for (const folder of folders) accounts += await retire(folder)
    return `Only the newest secrets are left, for ${projects}; what ${accounts} accounts keep was sealed anew.`
  } finally {
    claimed.release()
  }
}

/** Everything sealed first, and only then the old secrets dropped: an interruption loses nothing. */
async function retire(folder: string): Promise<number> {
  const { cipher } = loadGeneratedSecrets(folder)
  const database = openDatabase(`sqlite://${encodeURI(folder)}/identity.sqlite`)
  try {
    const seals = createSeals(cipher.map((one) => new Secret(one.reveal())))
    const accounts = await sealAccountsAnew(createIdentityStore(database), seals)
    await sealMessagesAnew(database, seals)
    keepNewestSecrets(folder)
    return accounts
  } finally {
    database.close()
  }
}

async function foldersOf(data: string): Promise<readonly string[]> {
  const projects = join(data, 'projects')
  const ids = existsSync(projects) ? await readdir(projects) : []
  return [data, ...ids.map((id) => join(projects, id))].filter((folder) => existsSync(join(folder, 'secrets.json')))
}

function remote(wrong: string): ConfigError {
  const fix = 'put a new one in front of each list under `secrets` there, and take the old ones out later'
  return new ConfigError([{ subject: 'The secrets', wrong, fix }])
}

process.umask(0o077)
try {
  console.log(await keepSecrets(process.argv.slice(2)))
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
