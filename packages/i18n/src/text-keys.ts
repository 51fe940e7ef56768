import type activity from '../../../locales/en/activity.json'
import type brand from '../../../locales/en/brand.json'
import type common from '../../../locales/en/common.json'
import type consent from '../../../locales/en/consent.json'
import type consoleTexts from '../../../locales/en/console.json'
import type consoleActivity from '../../../locales/en/console_activity.json'
import type consoleEvents from '../../../locales/en/console_events.json'
import type consoleOnboarding from '../../../locales/en/console_onboarding.json'
import type consoleOrganizations from '../../../locales/en/console_organizations.json'
import type consolePeople from '../../../locales/en/console_people.json'
import type consoleProjects from '../../../locales/en/console_projects.json'
import type consoleBranding from '../../../locales/en/console_branding.json'
import type consoleWorkspace from '../../../locales/en/console_workspace.json'
import type data from '../../../locales/en/data.json'
import type device from '../../../locales/en/device.json'
import type error from '../../../locales/en/error.json'
import type login from '../../../locales/en/login.json'
import type logout from '../../../locales/en/logout.json'
import type mails from '../../../locales/en/mails.json'
import type password from '../../../locales/en/password.json'
import type recovery from '../../../locales/en/recovery.json'
import type registration from '../../../locales/en/registration.json'
import type sessions from '../../../locales/en/sessions.json'
import type settings from '../../../locales/en/settings.json'
import type verification from '../../../locales/en/verification.json'
import type welcome from '../../../locales/en/welcome.json'
import type { Namespace } from './languages.ts'

/** TABLE: the catalogues of the default language. `messages` is keyed by the wire, whose ids no list has for good. */
interface Originals {
  readonly activity: typeof activity
  readonly brand: typeof brand
  readonly common: typeof common
  readonly consent: typeof consent
  readonly console: typeof consoleTexts
  readonly console_activity: typeof consoleActivity
  readonly console_events: typeof consoleEvents
  readonly console_onboarding: typeof consoleOnboarding
  readonly console_organizations: typeof consoleOrganizations
  readonly console_people: typeof consolePeople
  readonly console_projects: typeof consoleProjects
  readonly console_branding: typeof consoleBranding
  readonly console_workspace: typeof consoleWorkspace
  readonly data: typeof data
  readonly device: typeof device
  readonly error: typeof error
  readonly login: typeof login
  readonly logout: typeof logout
  readonly mails: typeof mails
  readonly messages: Readonly<Record<string, string>>
  readonly password: typeof password
  readonly recovery: typeof recovery
  readonly registration: typeof registration
  readonly sessions: typeof sessions
  readonly settings: typeof settings
  readonly verification: typeof verification
  readonly welcome: typeof welcome
}

/** English has two plural forms; a key without their suffix asks for a text, with a `count`. */
type Stem<Key> = Key extends `${infer S}_one` ? S : Key extends `${infer S}_other` ? S : Key

/** The keys of a namespace, as the catalogue of the default language has them: any other does not compile. */
export type TextKey<N extends Namespace> = Stem<keyof Originals[N] & string>

/** The keys of all given namespaces, each with the prefix of its namespace. */
export type QualifiedKey<N extends Namespace = Namespace> = { [Name in N]: `${Name}:${TextKey<Name>}` }[N]

/** The values of a text's placeholders. `count` chooses the plural form. */
export type TextValues = Readonly<Record<string, unknown>>

/** Says one text of the given namespaces, by its key behind the name of its namespace, with values in its placeholders. */
export type SayAny<N extends Namespace = Namespace> = (key: QualifiedKey<N>, values?: TextValues) => string

/** The part between two parts of keys: `KeyPart<'console', 'role.'>` is every role that has a text. */
export type KeyPart<N extends Namespace, Before extends string, After extends string = ''> =
  TextKey<N> extends infer Key ? (Key extends `${Before}${infer Part}${After}` ? Part : never) : never
