import type { ConfigFault } from './config-error.ts'
import type { SettingValues } from './read-settings.ts'
import { settings, type SettingName } from './settings.ts'

/** A setting that has an effect only with another one. */
interface Companion {
  readonly name: SettingName
  /** At least one of these is required. */
  readonly needs: readonly SettingName[]
  /** The thing that it belongs to, for the sentence. */
  readonly of: string
}

/** TABLE: settings that have no effect without another setting; the start is refused. */
// prettier-ignore
const companions: readonly Companion[] = [
  { name: 'remoteAdminUrl', needs: ['remotePublicUrl'],               of: 'the identity service whose admin API it is' },
  { name: 'projectToken',   needs: ['remotePublicUrl'],               of: 'the project that it is a token of' },
  { name: 'hydraAdminKey',  needs: ['hydraAdminUrl', 'projectToken'], of: 'the OAuth2 server that it is a key of' },
]

/** A fault for each setting that lacks the setting it depends on: the operator expects it to count. */
export function faultsOfCompanions(values: SettingValues): readonly ConfigFault[] {
  return companions.flatMap(({ name, needs, of }) => {
    if (values[name] === undefined || needs.some((other) => values[other] !== undefined)) return []
    const [missing] = needs.map((other) => settings[other].env.join(' or '))
    const subject = settings[name].env[0]
    return [{ subject, wrong: `is set, but not ${of}`, fix: `set ${missing} as well, or remove ${subject}` }]
  })
}

/** TABLE: settings of the embedded identity service. With another service they have no effect, which is reported. */
const ofEmbedded: readonly SettingName[] = [
  'smtpUrl',
  'rememberDeviceDays',
  'sessionIdleDays',
  'operatorIdleHours',
  'eventsKeptDays',
  'eventsClient',
  'signInsPerAccount',
  'signInsPerAddress',
  'wrongCodesPerRecipient',
  'codesPerRecipient',
  'codesPerAddress',
]

/** A sentence for each setting that was given and has no effect in front of a remote identity service. */
export function warningsOfRemote(
  remotePublicUrl: URL | undefined,
  given: ReadonlyMap<SettingName, string>,
): readonly ConfigFault[] {
  if (remotePublicUrl === undefined) return []
  return ofEmbedded
    .filter((name) => given.has(name))
    .map((name) => {
      const subject = settings[name].env[0]
      const wrong = `has no effect: the identity service at ${remotePublicUrl.origin} decides that itself`
      return { subject, wrong, fix: 'set it there, and remove it here' }
    })
}
