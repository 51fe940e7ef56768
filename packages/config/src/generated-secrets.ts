import { randomBytes, randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ConfigError } from './config-error.ts'
import { Secret } from './secret.ts'

/** Secrets of the embedded identity service, each 32 characters. */
export interface GeneratedSecrets {
  readonly default: Secret
  readonly cookie: Secret
  readonly cipher: Secret
}

const fileName = 'secrets.json'
const shape = z.object({ default: z.string().min(32), cookie: z.string().min(32), cipher: z.string().length(32) })

/**
 * Reads the secrets of a data folder, making them (mode 0600) the first time.
 * @throws ConfigError when the file is damaged or others may read it.
 */
export function loadGeneratedSecrets(dataFolder: string): GeneratedSecrets {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  const path = join(dataFolder, fileName)
  const text = readText(path) ?? create(path)
  refuseWhenOpenToOthers(path)
  const parsed = shape.safeParse(parseJson(text))
  if (!parsed.success) {
    const fix = 'restore it from a backup, or delete it: everybody must then sign in again'
    throw new ConfigError([{ subject: path, wrong: 'is damaged', fix }])
  }
  const { default: general, cookie, cipher } = parsed.data
  return { default: new Secret(general), cookie: new Secret(cookie), cipher: new Secret(cipher) }
}

function create(path: string): string {
  const random = () => randomBytes(24).toString('base64url')
  const text = JSON.stringify({ default: random(), cookie: random(), cipher: random() }, undefined, 2)
  // Written aside and linked into place: whoever starts at the same moment, or after a crash, sees all of it or nothing.
  const draft = `${path}.${randomUUID()}`
  writeFileSync(draft, text, { mode: 0o600, flush: true })
  try {
    linkSync(draft, path)
    return text
  } catch (error) {
    const winner = readText(path)
    if (winner === undefined) throw error
    return winner
  } finally {
    rmSync(draft, { force: true })
  }
}

function refuseWhenOpenToOthers(path: string): void {
  const mode = statSync(path).mode & 0o077
  if (mode === 0 || process.platform === 'win32') return
  throw new ConfigError([{ subject: path, wrong: 'can be read by other users', fix: `run: chmod 600 ${path}` }])
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
