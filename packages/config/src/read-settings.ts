import { z } from 'zod'
import { ConfigError, type ConfigFault } from './config-error.ts'
import { settings, type Setting, type SettingName } from './settings.ts'
import { findSetting, readConfigFile, unknownVariables, type Environment, type FileSource } from './sources.ts'

type Table = typeof settings

/** Every setting by its name; one without a fallback may be absent. */
export type SettingValues = {
  readonly [Name in SettingName]: Table[Name] extends { readonly fallback: string }
    ? z.output<Table[Name]['value']>
    : z.output<Table[Name]['value']> | undefined
}

/** The settings table as one object: a fallback is read as if it had been written. */
const shape = z.object(
  Object.fromEntries(
    Object.entries<Setting>(settings).map(([name, { value, fallback }]) => [
      name,
      fallback === undefined ? value.optional() : value.prefault(fallback),
    ]),
  ),
)

/**
 * Reads every setting from the environment and gatehouse.yml. `file`: path of gatehouse.yml, if there is one.
 * @throws ConfigError with every fault found.
 */
export function readSettings(env: Environment): {
  readonly values: SettingValues
  readonly file: string | undefined
  /** The settings that were set, even to their default, with their sources. */
  readonly given: ReadonlyMap<SettingName, string>
  /** A warning for each value of gatehouse.yml that the environment overrides. */
  readonly warnings: readonly ConfigFault[]
} {
  const file = readConfigFile(env['GATEHOUSE_CONFIG'] === '' ? undefined : env['GATEHOUSE_CONFIG'])
  const found = Object.entries<Setting>(settings).map(([name, setting]) => ({
    name: name as SettingName,
    setting,
    found: findSetting(setting, env, file),
  }))
  const raw = found.flatMap(({ name, found: one }) => (one.kind === 'found' ? [[name, one.raw]] : []))
  const parsed = shape.safeParse(Object.fromEntries(raw))
  const ofValues = found.flatMap(({ name, setting, found: one }): readonly ConfigFault[] => {
    if (one.kind === 'faulty') return [one.fault]
    const issue = parsed.error?.issues.find(({ path }) => path[0] === name)
    if (issue === undefined) return []
    const { fallback } = setting
    return [
      {
        subject: one.kind === 'found' ? one.subject : name,
        wrong: /^(?:Invalid|Too|Unrecognized) /.test(issue.message) ? 'has a value of the wrong kind' : issue.message,
        fix: fallback === undefined ? 'correct it or leave it out' : `set it like ${fallback}`,
      },
    ]
  })
  const faults = [...file.faults, ...unknownVariables(env), ...ofValues]
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults)
  const outweighed = found.flatMap(({ found: one }): readonly ConfigFault[] => {
    if (one.kind !== 'found' || one.outweighed === undefined) return []
    const wrong = `says something else than ${one.subject}, and has no effect`
    return [{ subject: one.outweighed, wrong, fix: `remove it, or ${one.subject}` }]
  })
  // Derived from the table by the same rule as the type.
  const given = new Map(
    found.flatMap(({ name, found: one }) => (one.kind === 'found' ? [[name, one.subject] as const] : [])),
  )
  return {
    values: parsed.data as SettingValues,
    given,
    file: file.path,
    warnings: [...outweighed, ...brandTwice(env, file)],
  }
}

/** A separate brand file replaces the section. */
function brandTwice(env: Environment, { entries, path }: FileSource): readonly ConfigFault[] {
  const [variable] = settings.brandFile.env
  if ((env[variable] ?? '') === '' || !entries.has('brand')) return []
  return [
    {
      subject: `${path ?? ''}: brand`,
      wrong: `has no effect: the file of ${variable} counts`,
      fix: 'remove one of them',
    },
  ]
}
