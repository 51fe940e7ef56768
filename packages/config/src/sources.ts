import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import type { ConfigFault } from './config-error.ts'
import { nearest } from '@gatehouse/platform/http'
import { settings, type Setting } from './settings.ts'
import { isForeignVariable, toolVariables } from './other-variables.ts'
import { readYaml } from './read-yaml.ts'

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The contents of the configuration file, and its faults. */
export interface FileSource {
  /** Name of the file for messages; `undefined` when there is none. */
  readonly path: string | undefined
  readonly entries: ReadonlyMap<string, unknown>
  readonly faults: readonly ConfigFault[]
}

/** The text of one setting with its source. */
export type Found =
  | {
      readonly kind: 'found'
      readonly subject: string
      readonly raw: unknown
      /** The weaker source with a different value. */
      readonly outweighed?: string
    }
  | { readonly kind: 'absent' }
  | { readonly kind: 'faulty'; readonly fault: ConfigFault }

const defaultFile = 'gatehouse.yml'
// The key of a section that is no setting: it is read when the pages are opened, and reloaded while they are shown.
const brandKey = 'brand'
const document = z.record(z.string(), z.unknown())

/** Returns the path of the file with the settings, whether or not it exists. */
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
  const read = readYaml(path)
  if (read.kind === 'faulty') return fail(read.wrong, read.fix)
  const parsed = document.safeParse(read.content)
  if (!parsed.success) return fail('is not a list of keys and values', 'write one "key: value" per line')
  const known = Object.values(settings).flatMap(({ key }: Setting) => (key === undefined ? [] : [key]))
  const unknown = Object.keys(parsed.data).filter((key) => key !== brandKey && !known.includes(key))
  const faults = faultsOfNames(unknown, [...known, brandKey], (key) => `${path}: ${key}`)
  return { path, entries: new Map(Object.entries(parsed.data)), faults }
}

/** Returns the faults of unknown names; the known names are listed once, if a name resembles none of them. */
function faultsOfNames(
  names: readonly string[],
  known: readonly string[],
  subjectOf: (name: string) => string,
): readonly ConfigFault[] {
  const meant = names.map((name) => nearest(name, known))
  const lists = meant.indexOf(undefined)
  return names.map((name, index) => {
    const others = index === lists ? `remove it, or use one of ${known.join(', ')}` : 'remove it'
    const fix = meant[index] === undefined ? others : `did you mean ${meant[index]}?`
    return { subject: subjectOf(name), wrong: 'is not a setting', fix }
  })
}

/** Finds variables that begin like our settings, but that nothing reads. Empty ones count as absent. */
export function unknownVariables(env: Environment): readonly ConfigFault[] {
  const all = Object.values(settings) as readonly Setting[]
  const known = all.flatMap((one) => [
    ...one.env,
    ...(one.secret === true ? one.env.map((name) => `${name}_FILE`) : []),
  ])
  const isKnown = new Set([...known, ...toolVariables])
  const unknown = Object.entries(env).flatMap(([name, value]) =>
    name.startsWith('GATEHOUSE_') && (value ?? '') !== '' && !isKnown.has(name) && !isForeignVariable(name, value ?? '')
      ? [name]
      : [],
  )
  return [...faultsOfNames(unknown, known, (name) => name), ...misspeltVariables(env, known)]
}

/** More would match names of other programs: `KRATOS_ADMIN_KEY` is three letters away from `KRATOS_ADMIN_URL`. */
const mostSlips = 2

/**
 * Finds names that are no setting of Ory's family, but spelt almost like one that is not set. Other programs have names
 * of that family as well, so a name that resembles none is theirs.
 */
function misspeltVariables(env: Environment, known: readonly string[]): readonly ConfigFault[] {
  const isOfFamily = (name: string) => /^(?:KRATOS|HYDRA|ORY)_/.test(name)
  const isSet = (name: string) => (env[name] ?? '') !== ''
  const absent = known.filter((name) => isOfFamily(name) && !isSet(name))
  return Object.keys(env)
    .filter((name) => isOfFamily(name) && isSet(name) && !known.includes(name))
    .filter((name) => !isForeignVariable(name, env[name] ?? ''))
    .flatMap((name) => {
      const meant = nearest(name, absent, mostSlips)
      return meant === undefined ? [] : [{ subject: name, wrong: 'is not a setting', fix: `did you mean ${meant}?` }]
    })
}

/**
 * Finds one setting: environment first, then a file named by `*_FILE`, then gatehouse.yml. Empty variables count as
 * absent. A variable and the file of its `*_FILE` have to be the same; gatehouse.yml may differ, which is reported.
 */
export function findSetting(setting: Setting, env: Environment, file: FileSource): Found {
  const given = setting.env.filter((name) => (env[name] ?? '') !== '')
  const [first, second] = given
  if (first !== undefined && second !== undefined && env[first] !== env[second]) return differ(first, second)
  const pointer =
    setting.secret === true
      ? setting.env.map((name) => `${name}_FILE`).find((name) => (env[name] ?? '') !== '')
      : undefined
  const ofFile = pointer === undefined ? undefined : readSecretFile(pointer, env[pointer] ?? '')
  if (ofFile?.kind === 'faulty') return ofFile
  const ofEnvironment: Found | undefined =
    first === undefined ? undefined : { kind: 'found', subject: first, raw: env[first] }
  if (ofEnvironment?.kind === 'found' && ofFile?.kind === 'found' && ofEnvironment.raw !== ofFile.raw) {
    return differ(ofEnvironment.subject, ofFile.subject)
  }
  const named = ofEnvironment ?? ofFile
  if (setting.key === undefined || !file.entries.has(setting.key)) return named ?? { kind: 'absent' }
  const [subject, raw] = [`${file.path ?? defaultFile}: ${setting.key}`, file.entries.get(setting.key)]
  if (named?.kind !== 'found') return { kind: 'found', subject, raw }
  return asText(named.raw) === asText(raw) ? named : { ...named, outweighed: subject }
}

function differ(subject: string, other: string): Found {
  return {
    kind: 'faulty',
    fault: { subject, wrong: `and ${other} name different values`, fix: 'set only one of them' },
  }
}

/** A value of the file as a variable has it. */
function asText(raw: unknown): string {
  if (Array.isArray(raw)) return raw.map(asText).join(',')
  return (typeof raw === 'string' ? raw : JSON.stringify(raw)).replaceAll(/,\s+/g, ',').trim()
}

function readSecretFile(variable: string, path: string): Found {
  try {
    return { kind: 'found', subject: variable, raw: readFileSync(path, 'utf8').trim() }
  } catch {
    const fix = 'correct the path or make the file readable for this user'
    return { kind: 'faulty', fault: { subject: variable, wrong: `names ${path}, which cannot be read`, fix } }
  }
}
