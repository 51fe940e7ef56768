import { hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

import { Secret } from '@gatehouse/platform/secrets'
import { ConfigError } from './config-error.ts'

/** Several generations of one secret, the newest first: the newest one signs and seals, all of them verify and open. */
export type SecretGenerations = readonly [newest: Secret, ...older: Secret[]]

/** Secrets of a data folder, each 32 characters. */
export interface GeneratedSecrets {
  readonly default: SecretGenerations
  readonly cookie: SecretGenerations
  readonly cipher: SecretGenerations
  /**
   * The secret that tokens of onboarding links and signing secrets of event streams derive from; it has no generations.
   */
  readonly links: Secret
}

const fileName = 'secrets.json'
const kinds = ['default', 'cookie', 'cipher'] as const
const mostGenerations = 8

/** A secret that was never replaced is text; else a list, the newest first. */
const generations = (one: z.ZodString) =>
  z
    .union([one.transform((text): [string] => [text]), z.tuple([one], one)])
    .refine((list) => list.length <= mostGenerations)
const long = z.string().min(32)
const shape = z.object({
  default: generations(long),
  cookie: generations(long),
  cipher: generations(z.string().length(32)),
  links: long.optional(),
})
type Stored = z.output<typeof shape>

/** The source of the secrets of all projects, and the project. */
export interface SecretSource {
  /** The same on every machine. */
  readonly secrets: SecretGenerations
  /** The project in the key derivation: each project gets different secrets. */
  readonly project: string
}

/**
 * Reads the secrets of a data folder, and creates them (mode 0600) the first time. With a `source` nothing is written:
 * they are derived from it, and those of an existing file count as older ones.
 * @throws ConfigError if the file is damaged or others may read it.
 */
export function loadGeneratedSecrets(dataFolder: string, source?: SecretSource): GeneratedSecrets {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  const path = join(dataFolder, fileName)
  if (source !== undefined) return derived(source, path)
  const stored = read(path, readText(path) ?? create(path))
  return asSecrets(stored)
}

function derived({ secrets, project }: SecretSource, path: string): GeneratedSecrets {
  const text = readText(path)
  const older = text === undefined ? undefined : read(path, text)
  const make = (from: Secret, kind: string) =>
    Buffer.from(hkdfSync('sha256', from.reveal(), project, `gatehouse ${kind}`, 24)).toString('base64url')
  const of = (kind: (typeof kinds)[number]): Stored['default'] => {
    const [newest, ...rest] = secrets
    return [make(newest, kind), ...rest.map((one) => make(one, kind)), ...(older?.[kind] ?? [])]
  }
  // Links and streams keep the secret from which they were derived.
  const links = older === undefined ? make(secrets.at(-1) ?? secrets[0], 'links') : linksOf(older)
  return asSecrets({ default: of('default'), cookie: of('cookie'), cipher: of('cipher'), links })
}

function asSecrets(stored: Stored): GeneratedSecrets {
  const secretsOf = ([newest, ...older]: Stored['default']): SecretGenerations => [
    new Secret(newest),
    ...older.map((text) => new Secret(text)),
  ]
  return {
    default: secretsOf(stored.default),
    cookie: secretsOf(stored.cookie),
    cipher: secretsOf(stored.cipher),
    links: new Secret(linksOf(stored)),
  }
}

/**
 * Puts a new secret of each kind in front of the existing ones, which stay valid.
 * @throws ConfigError as `loadGeneratedSecrets` does, and if there are eight generations already.
 */
export function rotateGeneratedSecrets(dataFolder: string): void {
  const path = join(dataFolder, fileName)
  const stored = read(path, readText(path) ?? create(path))
  if (kinds.some((kind) => stored[kind].length >= mostGenerations)) {
    const fix = 'first drop the older ones: gatehouse secrets retire'
    throw new ConfigError([{ subject: path, wrong: `has ${mostGenerations} generations of secrets already`, fix }])
  }
  replace(path, stored, ([newest, ...older]) => [random(), newest, ...older])
}

/**
 * Removes all secrets but the newest of each kind. Data that only the others open must have been sealed again before.
 * @throws ConfigError as `loadGeneratedSecrets` does.
 */
export function keepNewestSecrets(dataFolder: string): void {
  const path = join(dataFolder, fileName)
  const stored = read(path, readText(path) ?? create(path))
  replace(path, stored, ([newest]) => [newest])
}

/** Writes secrets into the file of a folder that has none (mode 0600), for a copy that is to open on its own. */
export function writeGeneratedSecrets(dataFolder: string, secrets: GeneratedSecrets): void {
  const lists = kinds.map((kind) => {
    const [newest, ...older] = secrets[kind].map((secret) => secret.reveal())
    return [kind, older.length === 0 ? newest : [newest, ...older].slice(0, mostGenerations)]
  })
  const text = JSON.stringify({ ...Object.fromEntries(lists), links: secrets.links.reveal() }, undefined, 2)
  writeFileSync(join(dataFolder, fileName), text, { mode: 0o600, flag: 'wx', flush: true })
}

function replace(path: string, stored: Stored, change: (list: Stored['default']) => Stored['default']): void {
  const changed = Object.fromEntries(kinds.map((kind) => [kind, change(stored[kind])]))
  const draft = `${path}.${randomUUID()}`
  // Links and streams keep the secret from which they were derived.
  writeFileSync(draft, JSON.stringify({ ...changed, links: linksOf(stored) }, undefined, 2), {
    mode: 0o600,
    flush: true,
  })
  renameSync(draft, path)
}

/** Until the first rotation they are derived from the only `default`. */
function linksOf(stored: Stored): string {
  return stored.links ?? stored.default[0]
}

function read(path: string, text: string): Stored {
  refuseWhenOpenToOthers(path)
  const parsed = shape.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  const fix = 'restore it from a backup; where it is lost for good, delete it and run: gatehouse secrets accept'
  throw new ConfigError([{ subject: path, wrong: 'is damaged', fix }])
}

const random = () => randomBytes(24).toString('base64url')

function create(path: string): string {
  const text = JSON.stringify({ default: random(), cookie: random(), cipher: random() }, undefined, 2)
  // Written to a draft and linked: a concurrent start, or one after a crash, sees the whole file or none.
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
