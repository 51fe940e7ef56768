import type { Secret } from '@gatehouse/platform/secrets'
import type { IdentitySource } from './config.ts'
import type { ConfigFault } from './config-error.ts'
import { settings, type SettingName } from './settings.ts'
import type { Environment } from './sources.ts'

/**
 * A program that reads the environment: a gateway by the kind of its identity service, or a stand-alone identity
 * service.
 */
export type Reader = 'built-in' | 'kratos.yml' | 'remote' | 'service'

/** A program's treatment of a name: it applies it, ignores and reports it, or refuses to start. */
export type Effect = 'followed' | 'reported' | 'refused'

interface Row {
  readonly effect: Readonly<Record<Reader, Effect>>
}

/**
 * TABLE: names that one program applies and another one ignores. A program that ignored the location of accounts or the
 * secrets would store people in another database, or seal them with other secrets, than the operator believes: these
 * names stop the start.
 */
// prettier-ignore
export const passedOver = {
  /** `DSN`. */
  accounts:  { effect: { 'built-in': 'refused',  'kratos.yml': 'followed', remote: 'reported', service: 'followed' } },
  /** `SECRETS_DEFAULT` and similar variables, whole or by number. */
  secrets:   { effect: { 'built-in': 'refused',  'kratos.yml': 'followed', remote: 'reported', service: 'followed' } },
  /** Every other variable that sets a key of a kratos.yml. */
  keys:      { effect: { 'built-in': 'reported', 'kratos.yml': 'followed', remote: 'reported', service: 'followed' } },
  /** `GATEHOUSE_SECRETS`. */
  ownSecrets: { effect: { 'built-in': 'followed', 'kratos.yml': 'followed', remote: 'followed', service: 'refused' } },
  /** Every other setting except those of `ofService`. */
  settings:  { effect: { 'built-in': 'followed', 'kratos.yml': 'followed', remote: 'followed', service: 'reported' } },
} as const satisfies Readonly<Record<string, Row>>

/** The settings that a stand-alone identity service applies. */
const ofService: readonly SettingName[] = ['data', 'database', 'logLevel', 'configFile']

/** The row of a variable in the style of Kratos, if it is in the table by its name alone. */
function rowOf(name: string): 'accounts' | 'secrets' | undefined {
  if (name === 'DSN') return 'accounts'
  return /^SECRETS_(?:DEFAULT|COOKIE|CIPHER)(?:_\d{1,9})?$/.test(name) ? 'secrets' : undefined
}

const readerOf = (identity: IdentitySource): Reader =>
  identity.kind === 'remote' ? 'remote' : identity.configFile === undefined ? 'built-in' : 'kratos.yml'

const isSet = (env: Environment) => (name: string) => (env[name] ?? '') !== ''

/** Returns a fault for each variable of the location of accounts or of secrets that this gateway ignores. */
export function faultsOfPassedOver(
  identity: IdentitySource,
  env: Environment,
  database: Secret | undefined,
): readonly ConfigFault[] {
  return Object.keys(env)
    .filter(isSet(env))
    .flatMap((name) => {
      const row = rowOf(name)
      if (row === undefined || passedOver[row].effect[readerOf(identity)] !== 'refused') return []
      if (row === 'accounts' && env[name] === database?.reveal()) return []
      return [{ subject: name, ...refusals[row](name) }]
    })
}

const refusals = {
  accounts: (name: string) => ({
    wrong: 'is not followed: without a kratos.yml accounts are in GATEHOUSE_DATABASE, or else in the data folder',
    fix: `set GATEHOUSE_DATABASE to that database, or GATEHOUSE_IDENTITY_CONFIG to the kratos.yml; if it is meant for another program, start this one without it (env -u ${name})`,
  }),
  secrets: (name: string) => ({
    wrong: 'is not followed: without a kratos.yml the secrets are GATEHOUSE_SECRETS, or else those of the data folder',
    fix: `set GATEHOUSE_SECRETS, or GATEHOUSE_IDENTITY_CONFIG to the kratos.yml; if it is meant for another program, start this one without it (env -u ${name})`,
  }),
} as const

/**
 * Returns one sentence with every variable in the style of Kratos that has no effect in this gateway.
 * @param keys The variables of the environment that set a key of a kratos.yml.
 */
export function warningsOfPassedOver(
  identity: IdentitySource,
  env: Environment,
  keys: readonly string[],
): readonly ConfigFault[] {
  const reader = readerOf(identity)
  const names = [...new Set([...Object.keys(env).filter((name) => rowOf(name) !== undefined), ...keys])]
    .filter(isSet(env))
    .filter((name) => passedOver[rowOf(name) ?? 'keys'].effect[reader] === 'reported')
  if (identity.kind === 'remote') {
    const why = `the identity service at ${identity.publicUrl.origin} has a configuration of its own`
    return oneSentence(names, why, 'set there what it needs, and remove them here')
  }
  return oneSentence(
    names,
    'they stand for keys of a kratos.yml, and there is none',
    'set GATEHOUSE_IDENTITY_CONFIG to the file, or use the settings of docs/reference/settings.md, and remove them',
  )
}

/** Returns the settings that a stand-alone identity service ignores. `given`: the source of each one that was set. */
export function passedOverByService(given: ReadonlyMap<SettingName, string>): {
  readonly faults: readonly ConfigFault[]
  readonly warnings: readonly ConfigFault[]
} {
  const others = [...given].filter(([name]) => !ofService.includes(name))
  const subjectsOf = (effect: Effect) =>
    others
      .filter(([name]) => passedOver[name === 'secrets' ? 'ownSecrets' : 'settings'].effect.service === effect)
      .map(([, subject]) => subject)
  const known = ofService.flatMap((name) => settings[name].env).join(', ')
  return {
    faults: subjectsOf('refused').map((subject) => ({
      subject,
      wrong: 'is not followed: an identity service alone has the secrets of its kratos.yml',
      fix: 'write them there under secrets, or set SECRETS_DEFAULT, SECRETS_COOKIE and SECRETS_CIPHER; start this command without it',
    })),
    warnings: oneSentence(
      subjectsOf('reported'),
      `an identity service alone follows ${known} of the settings`,
      'write into the kratos.yml what it needs, and remove them here',
    ),
  }
}

function oneSentence(names: readonly string[], why: string, fix: string): readonly ConfigFault[] {
  if (names.length === 0) return []
  const subject = names.toSorted().join(', ')
  return [{ subject, wrong: `${names.length === 1 ? 'has' : 'have'} no effect: ${why}`, fix }]
}
