import { existsSync, readFileSync } from 'node:fs'
import { parse, YAMLParseError } from 'yaml'
import { z } from 'zod'
import type { ConfigFault } from './config-error.ts'
import { nearest } from './brand/nearest.ts'
import { settings, type Setting } from './settings.ts'

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>

/** What the configuration file says, and what is wrong with it. */
export interface FileSource {
  /** Name of the file for messages; `undefined` when there is none. */
  readonly path: string | undefined
  readonly entries: ReadonlyMap<string, unknown>
  readonly faults: readonly ConfigFault[]
}

/** The text of one setting and where it came from. */
export type Found =
  | { readonly kind: 'found'; readonly subject: string; readonly raw: unknown }
  | { readonly kind: 'absent' }
  | { readonly kind: 'faulty'; readonly fault: ConfigFault }

const defaultFile = 'gatehouse.yml'
// No setting but a section, which is read when the pages are opened and again while they are shown.
const brandKey = 'brand'
const document = z.record(z.string(), z.unknown())

/** The file that holds the settings, whether it is there or not. */
export function settingsFileOf(env: Environment): string {
  return (env['GATEHOUSE_CONFIG'] ?? '') === '' ? defaultFile : (env['GATEHOUSE_CONFIG'] ?? defaultFile)
}

/** Reads gatehouse.yml. An absent file is fine unless it was named. */
export function readConfigFile(named: string | undefined): FileSource {
  const path = named ?? defaultFile
  if (!existsSync(path)) {
    const fault = { subject: 'GATEHOUSE_CONFIG', wrong: `names ${path}, which does not exist`, fix: 'correct the path' }
    return { path: undefined, entries: new Map(), faults: named === undefined ? [] : [fault] }
  }
  const fail = (wrong: string, fix: string) => ({ path, entries: new Map(), faults: [{ subject: path, wrong, fix }] })
  try {
    const parsed = document.safeParse(parse(readFileSync(path, 'utf8')) ?? {})
    if (!parsed.success) return fail('is not a list of keys and values', 'write one "key: value" per line')
    const known = new Map(
      Object.values(settings).flatMap(({ key }: Setting) => (key === undefined ? [] : [[key, key]])),
    ).set(brandKey, brandKey)
    const faults = Object.keys(parsed.data)
      .filter((key) => !known.has(key))
      .map((key) => ({ subject: `${path}: ${key}`, wrong: 'is not a setting', fix: fixOfName(key, known.keys()) }))
    return { path, entries: new Map(Object.entries(parsed.data)), faults }
  } catch (error) {
    if (error instanceof YAMLParseError)
      return fail(`is not YAML (line ${error.linePos?.[0].line ?? '?'})`, 'correct the line')
    return fail('cannot be read', 'make it readable for this user')
  }
}

function fixOfName(name: string, known: Iterable<string>): string {
  const all = [...known]
  const meant = nearest(name, all)
  return meant === undefined ? `remove it, or use one of ${all.join(', ')}` : `did you mean ${meant}?`
}

/** Names in the environment that begin like ours, and that nothing reads. */
export function unknownVariables(env: Environment): readonly ConfigFault[] {
  const settingNames = Object.values(settings).flatMap((one: Setting) => one.env)
  const known = [...settingNames, ...settingNames.map((name) => `${name}_FILE`), ...toolVariables]
  return Object.keys(env)
    .filter((name) => name.startsWith('GATEHOUSE_') && !known.includes(name))
    .map((name) => ({
      subject: name,
      wrong: 'is not a setting, and has no effect',
      fix: fixOfName(name, settingNames),
    }))
}

/** What tests and tools of this repository read. */
const toolVariables: readonly string[] = [
  'GATEHOUSE_CHROMIUM',
  'GATEHOUSE_TESTED',
  'GATEHOUSE_TESTED_DATABASE',
  'GATEHOUSE_TEST_REPORT',
]

/** Finds one setting: environment first, then a file named by `*_FILE`, then gatehouse.yml. Empty variables count as absent. */
export function findSetting(setting: Setting, env: Environment, file: FileSource): Found {
  const given = setting.env.filter((name) => (env[name] ?? '') !== '')
  const [first, second] = given
  if (first !== undefined && second !== undefined && env[first] !== env[second]) {
    const wrong = `and ${second} name different values`
    return { kind: 'faulty', fault: { subject: first, wrong, fix: 'set only one of them' } }
  }
  if (first !== undefined) return { kind: 'found', subject: first, raw: env[first] }
  if (setting.secret === true) {
    const pointer = setting.env.map((name) => `${name}_FILE`).find((name) => (env[name] ?? '') !== '')
    if (pointer !== undefined) return readSecretFile(pointer, env[pointer] ?? '')
  }
  if (setting.key !== undefined && file.entries.has(setting.key)) {
    return { kind: 'found', subject: `${file.path ?? defaultFile}: ${setting.key}`, raw: file.entries.get(setting.key) }
  }
  return { kind: 'absent' }
}

function readSecretFile(variable: string, path: string): Found {
  try {
    return { kind: 'found', subject: variable, raw: readFileSync(path, 'utf8').trim() }
  } catch {
    const fix = 'correct the path or make the file readable for this user'
    return { kind: 'faulty', fault: { subject: variable, wrong: `names ${path}, which cannot be read`, fix } }
  }
}
