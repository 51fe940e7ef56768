import type { Config, SettingName } from '@gatehouse/config/config'
import type { ConfigTree } from '@gatehouse/control-plane/service'
import { logLevelOf } from '@gatehouse/identity/configuration'
import { withoutSecrets } from '../data/locations.ts'

/** A key of a kratos.yml with the same meaning as a setting. */
export interface Twin {
  readonly key: string
  /** The variable that a sentence names. */
  readonly variable: string
  /**
   * `both`: the setting applies if the file has no value, and a difference refuses the start. `setting`, `file`: that
   * one takes precedence, and the start reports a difference.
   */
  readonly counts: 'both' | 'setting' | 'file'
  /** Returns the setting's value as the file would have it; undefined: it is not set. */
  readonly of: (config: Config) => string | number | boolean | undefined
  /** Only for `file`: an addition to the sentence. */
  readonly addition?: string
  /** Converts a value of the file to that of the settings; undefined: they are the same. */
  readonly reads?: (value: unknown) => string | undefined
  /** The part of a value that may be shown. Default: all of it. */
  readonly shown?: (value: string) => string
}

const secret = () => '[secret]'
/** The settings themselves or accounts-dsn.ts report this difference. */
const ownReport = () => undefined

// prettier-ignore
const twinOf = {
  publicUrl:          { key: 'serve.public.base_url', variable: 'GATEHOUSE_PUBLIC_URL', counts: 'setting', of: ({ publicUrl }) => publicUrl.origin },
  adminUrl:           { key: 'serve.admin.base_url', variable: 'GATEHOUSE_ADMIN_URL', counts: 'setting', of: ({ adminUrl }) => adminUrl.origin },
  listenHost:         { key: 'serve.public.host', variable: 'GATEHOUSE_LISTEN_HOST', counts: 'setting', of: ({ listen }) => listen.host },
  listenPort:         { key: 'serve.public.port', variable: 'GATEHOUSE_LISTEN_PORT', counts: 'setting', of: ({ listen }) => listen.port },
  dev:                { key: 'dev', variable: 'GATEHOUSE_DEV', counts: 'setting', of: ({ dev }) => dev },
  logLevel:           { key: 'log.level', variable: 'LOG_LEVEL', counts: 'setting', of: ({ logLevel }) => logLevel, reads: logLevelOf },
  // Databases are compared, not their spelling: see accounts-dsn.ts, which refuses a difference.
  database:           { key: 'dsn', variable: 'GATEHOUSE_DATABASE', counts: 'both', of: ownReport, shown: withoutSecrets },
  smtpUrl:            { key: 'courier.smtp.connection_uri', variable: 'GATEHOUSE_SMTP_URL', counts: 'both', of: ({ smtpUrl }) => smtpUrl?.reveal(), shown: hostOf },
  hydraAdminUrl:      { key: 'oauth2_provider.url', variable: 'HYDRA_ADMIN_URL', counts: 'both', of: ({ oauth2 }) => oauth2?.adminUrl.href },
  hydraAdminKey:      { key: 'oauth2_provider.headers.Authorization', variable: 'HYDRA_ADMIN_KEY', counts: 'both', of: ({ oauth2 }) => oauth2?.key && `Bearer ${oauth2.key.reveal()}`, shown: secret },
  secrets:            { key: 'secrets', variable: 'GATEHOUSE_SECRETS', counts: 'file', of: ({ secrets }) => secrets && secret(), shown: secret, addition: 'links of the control plane, and other projects, have those of GATEHOUSE_SECRETS' },
  returnUrls:         { key: 'selfservice.allowed_return_urls', variable: 'GATEHOUSE_RETURN_URLS', counts: 'file', of: ownReport },
  defaultReturnUrl:   { key: 'selfservice.default_browser_return_url', variable: 'GATEHOUSE_DEFAULT_RETURN_URL', counts: 'file', of: ownReport },
  cookieDomain:       { key: 'session.cookie.domain', variable: 'GATEHOUSE_COOKIE_DOMAIN', counts: 'file', of: ownReport },
  corsOrigins:        { key: 'serve.public.cors.allowed_origins', variable: 'GATEHOUSE_CORS_ORIGINS', counts: 'file', of: ownReport },
  sessionTokens:      { key: 'session.whoami.tokenizer.templates', variable: 'GATEHOUSE_SESSION_TOKENS', counts: 'file', of: ownReport },
} as const satisfies Partial<Record<SettingName, Twin>>

/** TABLE: settings that a kratos.yml names as well. */
export const twins: Readonly<Partial<Record<SettingName, Twin>>> = twinOf

/** TABLE: the settings with the same meaning as a part of a key's value. */
// prettier-ignore
export const partTwins: readonly Twin[] = [
  { key: 'serve.admin.host', variable: 'GATEHOUSE_ADMIN_URL', counts: 'setting', of: ({ adminUrl }) => adminUrl.hostname },
  { key: 'serve.admin.port', variable: 'GATEHOUSE_ADMIN_URL', counts: 'setting', of: ({ adminUrl }) => Number(adminUrl.port || (adminUrl.protocol === 'https:' ? 443 : 80)) },
]

type WithTwin = keyof typeof twinOf

/**
 * Settings without a key of a kratos.yml: a new setting has to be in one of the two tables, or this does not compile.
 */
// prettier-ignore
export const withoutTwin = {
  metricsUrl: true, consoleUrl: true, consoleListenPort: true, console: true, controlPlaneUrl: true, controlPlaneKey: true,
  projectsDomain: true, data: true, identityConfig: true, configFile: true, adminKey: true, trustedProxy: true,
  geolocationHeaders: true, geolocationDatabase: true, workers: true, drainSeconds: true, brandName: true, brandFile: true,
  watchConfig: true, collectMissingTexts: true, rememberDeviceDays: true, sessionIdleDays: true, operatorIdleHours: true,
  rememberAccounts: true, formActionOrigins: true, imageOrigins: true, eventsKeptDays: true, eventsClient: true,
  signInsPerAccount: true, signInsPerAddress: true, wrongCodesPerRecipient: true, codesPerRecipient: true,
  codesPerAddress: true, remotePublicUrl: true, remoteAdminUrl: true, projectToken: true,
} as const satisfies Readonly<Record<Exclude<SettingName, WithTwin>, true>>

/** Compares a kratos.yml, and the variables over it, with the settings: returns a sentence for each difference. */
export function compareTwins(
  tree: ConfigTree,
  config: Config,
): { readonly faults: readonly string[]; readonly warnings: readonly string[] } {
  const [faults, warnings]: [string[], string[]] = [[], []]
  for (const { key, variable, counts, of, addition, reads, shown = (text: string) => text } of [
    ...Object.values(twins),
    ...partTwins,
  ]) {
    const [named, set] = [at(tree, key.split('.')), of(config)]
    if (named === undefined || set === undefined || isSame(reads?.(named) ?? named, set)) continue
    const [inFile, inSettings] = [shown(textOf(named)), shown(textOf(set))]
    if (counts === 'both') {
      faults.push(
        `${key} is ${inFile}, and ${variable} is ${inSettings}: they name one thing. Remove one of them, or make both the same`,
      )
    } else if (counts === 'setting') {
      warnings.push(`${key} is ${inFile}, and has no effect: ${variable} counts, which is ${inSettings}`)
    } else {
      const rest = addition === undefined ? '' : `; ${addition}`
      warnings.push(`${variable} is not of the first project: ${key} of the file counts there${rest}`)
    }
  }
  return { faults, warnings }
}

function isSame(one: unknown, other: unknown): boolean {
  return asText(one) === asText(other)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** A URL without the slash that it may end with; a header's name of a scheme in any case. */
function asText(value: unknown): string {
  const text = textOf(value)
  return (URL.canParse(text) ? new URL(text).href : text).replace(/\/$/, '').replace(/^bearer /i, 'Bearer ')
}

function hostOf(url: string): string {
  const parsed = URL.parse(url)
  return parsed === null ? secret() : `${parsed.protocol}//${parsed.host}`
}

function at(node: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, key) => {
    if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, key)) return undefined
    return Reflect.get(inner, key)
  }, node)
}
