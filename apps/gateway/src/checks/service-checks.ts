import { access, constants, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { postgresVersion } from '@gatehouse/platform/database'
import { ConfigError, sourceOfKey, sourceOfSetting } from '@gatehouse/config/config'
import { probeBreaches, probeMailServer } from '@gatehouse/identity/service'
import { keepsData } from '../data/data-folder.ts'
import { probeAddress } from '../process/listen.ts'
import { ownAddresses } from '../process/own-addresses.ts'
import type { CheckContext, Found } from './check.ts'

/** Returns the line of the identity service's file to change, or the file if no part of the path exists. */
function lineOf({ config }: CheckContext, path: readonly string[]): string | undefined {
  const file = config.identity.kind === 'embedded' ? config.identity.configFile : undefined
  return file === undefined ? undefined : (sourceOfKey(file, path) ?? file)
}

/** Checks whether the mail server would accept a mail. None is sent. */
export async function mailServer(context: CheckContext): Promise<readonly Found[]> {
  const { config, identity } = context
  if (identity === undefined) return []
  const isFile = config.identity.kind === 'embedded' && config.identity.configFile !== undefined
  const { smtp, channels } = identity.courier
  const isConfigured = smtp.connectionUri !== undefined && smtp.connectionUri.reveal() !== config.smtpUrl?.reveal()
  const subject = isFile || isConfigured ? 'courier.smtp.connection_uri' : 'GATEHOUSE_SMTP_URL'
  const at = lineOf(context, ['courier', 'smtp', 'connection_uri'])
  if (smtp.connectionUri === undefined) {
    if (config.dev || channels.email !== undefined) return []
    const wrong = 'is not set: codes and links stay in the outbox, and nobody gets them'
    return [{ severity: 'fault', subject, wrong, fix: 'set it to smtps://user:password@your.mail.server:465', at }]
  }
  const why = await probeMailServer(identity)
  if (why === undefined) return []
  const { protocol, host } = new URL(smtp.connectionUri.reveal())
  const wrong = `leads to ${protocol}//${host}: ${why}. Emails wait in the outbox until that is fixed`
  const fix = 'check address, port, user name and password; smtps:// is for port 465, smtp:// for STARTTLS at 587'
  return [{ severity: 'fault', subject, wrong, fix, at }]
}

/** Checks whether the service of leaked passwords answers. */
export async function breachService(context: CheckContext): Promise<readonly Found[]> {
  const { identity } = context
  if (identity === undefined) return []
  const host = await probeBreaches(identity, fetch)
  if (host === undefined) return []
  const { ignoreNetworkErrors } = identity.selfservice.methods.password
  const wrong = ignoreNetworkErrors
    ? 'does not answer: new passwords are only compared with a built-in list'
    : 'does not answer: every new password is refused'
  const address = host.includes('://') ? host : `https://${host}`
  const fix = `let this machine reach ${address}, or set selfservice.methods.password.config.haveibeenpwned_enabled to false`
  const at = lineOf(context, ['selfservice', 'methods', 'password', 'config'])
  return [{ severity: ignoreNetworkErrors ? 'warning' : 'fault', subject: host, wrong, fix, at }]
}

const mebibyte = 1024 * 1024
/** A write-ahead log and an import need about as much. */
const fewBytes = 512 * mebibyte
const tooFewBytes = 64 * mebibyte

/** Checks whether the data folder is writable, private and has free space. */
export async function dataFolder({ config, env, freeBytes }: CheckContext): Promise<readonly Found[]> {
  if (!keepsData(config)) return []
  const { data } = config
  const subject = `The data folder ${data}`
  const at = sourceOfSetting('GATEHOUSE_DATA', env)
  const there = nearestFolder(data)
  const why = await whyNotWritable(there)
  if (why !== undefined) {
    const fix = `give this user (uid ${process.getuid?.() ?? 'unknown'}) write permission to ${there}, or set GATEHOUSE_DATA to another folder`
    return [{ severity: 'fault', subject, wrong: `cannot be written: ${why}`, fix, at }]
  }
  const open = await openToOthers(there)
  const free = await freeBytes(there)
  if (free === undefined || free >= fewBytes) return open
  const wrong = `has ${Math.floor(free / mebibyte)} MB left: what does not fit is refused with 507`
  const fix = 'delete something, or set GATEHOUSE_DATA to a folder on another file system'
  return [...open, { severity: free < tooFewBytes ? 'fault' : 'warning', subject, wrong, fix, at }]
}

const [groupOrOthers, writtenByOthers] = [0o077, 0o022]

/** Finds files that other users of this machine could read or change. A folder that they may only list is harmless. */
async function openToOthers(folder: string): Promise<readonly Found[]> {
  if (process.platform === 'win32') return []
  const found: Found[] = []
  const look = async (path: string, bits: number, wrong: string, mode: string) => {
    // A running gateway may remove the log of a database between the listing and this check.
    const had = await stat(path).then(
      (found) => found.mode & bits,
      () => 0,
    )
    if (had === 0) return
    const fix = `take it from them: chmod ${mode} ${path}`
    found.push({ severity: 'fault', subject: path, wrong: `${wrong} (mode ${modeOf(had)} of others)`, fix })
  }
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const kept = entries.filter(
    (entry) => entry.isFile() && /\.sqlite(?:-wal|-shm)?$|^secrets|\.keys\.json$/.test(entry.name),
  )
  if (kept.length > 0)
    await look(
      folder,
      writtenByOthers,
      'can be changed by other users: who may replace a file decides who signs in',
      '700',
    )
  for (const { name } of kept) {
    await look(
      join(folder, name),
      groupOrOthers,
      'can be read by other users: it holds sessions, password hashes or secrets',
      '600',
    )
  }
  return found
}

const modeOf = (bits: number) => `0${bits.toString(8)}`

/** Returns the folder, or its nearest existing parent. */
function nearestFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder))
}

// Root may write despite a file's mode, unless the file system forbids it: only a write shows it.
async function whyNotWritable(folder: string): Promise<string | undefined> {
  try {
    if (!(await stat(folder)).isDirectory()) return 'it is a file'
    await access(folder, constants.W_OK | constants.X_OK)
    const probe = await mkdtemp(join(folder, '.gatehouse-check-'))
    await rm(probe, { recursive: true })
    return undefined
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    return reasons[code] ?? (error instanceof Error ? error.message : String(error))
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'it belongs to another user',
  EPERM: 'it belongs to another user',
  EROFS: 'its file system is read-only',
  ENOSPC: 'its file system is full',
}

/** The first version with everything that is used; CI runs the tests on 15. */
const oldestPostgres = 14

/** Checks whether PostgreSQL answers, and is new enough. */
export async function database({ config }: CheckContext): Promise<readonly Found[]> {
  if (config.database === undefined) return []
  const subject = 'GATEHOUSE_DATABASE'
  const { host, pathname } = new URL(config.database.reveal())
  const version = await postgresVersion(config.database.reveal()).catch((error: unknown) => error)
  if (typeof version !== 'number') {
    const why = version instanceof Error ? version.message : String(version)
    const fix = 'check address, user name, password and sslmode, and that the server runs'
    return [{ severity: 'fault', subject, wrong: `leads to ${host}${pathname}, which cannot be used: ${why}`, fix }]
  }
  if (version >= oldestPostgres) return []
  const wrong = `leads to PostgreSQL ${version}, and ${oldestPostgres} is the oldest that works`
  return [{ severity: 'fault', subject, wrong, fix: 'upgrade the server' }]
}

/** Checks whether every address is free to listen on. A Gatehouse that runs here occupies its own. */
export async function ports({ config, env }: CheckContext): Promise<readonly Found[]> {
  const found: Found[] = []
  for (const { host, port, variable } of ownAddresses(config)) {
    if (port === 0) continue
    try {
      await probeAddress({ host, port, variable })
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      if (await isGatehouse(host, port)) continue
      const at = sourceOfSetting(variable, env)
      found.push(...error.faults.map((fault): Found => ({ severity: 'fault', ...fault, at })))
    }
  }
  return found
}

async function isGatehouse(host: string, port: number): Promise<boolean> {
  const name = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[host] ?? (host.includes(':') ? `[${host}]` : host)
  try {
    const signal = AbortSignal.timeout(2_000)
    const answer = await fetch(`http://${name}:${port}/health/alive`, { signal, redirect: 'manual' })
    await answer.body?.cancel()
    // Every answer of ours has both; that of the admin API has no policy for browsers.
    return answer.headers.has('x-request-id') && answer.headers.has('x-content-type-options')
  } catch {
    return false
  }
}
