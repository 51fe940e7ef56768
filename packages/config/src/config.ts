import type { ConfigFault } from './config-error.ts'
import type { SecretGenerations } from './generated-secrets.ts'
import type { Secret } from '@gatehouse/platform/secrets'

/** The identity service behind the pages. */
export type IdentitySource =
  | {
      readonly kind: 'embedded'
      /** Path of a kratos.yml; `undefined`: the built-in configuration. */
      readonly configFile: string | undefined
    }
  | {
      readonly kind: 'remote'
      readonly publicUrl: URL
      /** `undefined`: no admin API is available. */
      readonly adminUrl: URL | undefined
      /** Sent as a bearer token, only with admin calls. */
      readonly projectToken: Secret | undefined
    }

/** The OAuth2 server that people sign in for. */
export interface OAuth2Server {
  readonly adminUrl: URL
  /** Sent as a bearer token with every call. */
  readonly key: Secret | undefined
}

/** A control plane in another process, whose workspaces the console shows beside its own. */
export interface OtherControlPlane {
  readonly url: URL
  /** A workspace's key, sent as a bearer token with every call. */
  readonly key: Secret
}

/** A kind of token that sessions become: `whoami?tokenize_as=` and its name. */
export interface SessionTokens {
  readonly name: string
  /** The lifespan of a token, as durations are written: `10m`. */
  readonly lifespan: string
  /** The key set that signs; absent: the one that `gatehouse keys create` made in the data folder. */
  readonly keys: string | undefined
  /** The Jsonnet program that adds claims. */
  readonly claims: string | undefined
}

/** The built-in configuration's settings of the applications for which people sign in. */
export interface Applications {
  /** Addresses to which people may be redirected, besides our own. */
  readonly returnUrls: readonly string[]
  /** Absent: the page `/`. */
  readonly defaultReturnUrl: URL | undefined
  /** The domain whose hosts all get the session cookie. Absent: only the public origin's host. */
  readonly cookieDomain: string | undefined
  /** Origins whose scripts may call the public API. */
  readonly corsOrigins: readonly string[]
  /** The settings of session tokens, with the absolute paths of their files. */
  readonly sessionTokens: readonly (SessionTokens & { readonly keys: string })[]
}

/** A rate limit: `count` attempts at once, of which the used ones are restored evenly over the period. */
export interface Rate {
  readonly count: number
  readonly periodMs: number
}

/** The whole configuration of one process: validated, and frozen. */
export interface Config {
  readonly publicUrl: URL
  readonly adminUrl: URL
  /** The address of metrics besides the admin API. */
  readonly metricsUrl: URL | undefined
  readonly consoleUrl: URL
  /** Whether a console runs with a remote identity service. */
  readonly remoteConsole: boolean
  /** Whether files are reloaded when they change. */
  readonly watchConfig: boolean
  /** Absent: the console speaks to the control plane in this process alone. */
  readonly otherControlPlane: OtherControlPlane | undefined
  readonly consoleListen: { readonly host: string; readonly port: number }
  /** Projects have names below this domain. `undefined`: the public origin is an IP address, which has none. */
  readonly projectsDomain: string | undefined
  /** Absolute path of the data folder. */
  readonly data: string
  /** Development mode; only true if the public origin is this machine. */
  readonly dev: boolean
  readonly identity: IdentitySource
  /** The settings of the applications in front of the built-in configuration. */
  readonly applications: Applications
  readonly adminKey: Secret | undefined
  /** Networks of the trusted proxies in front, such as `127.0.0.0/8`; empty: none. */
  readonly trustedProxies: readonly string[]
  /** The source of visitors' locations. */
  readonly geolocation: { readonly headers: readonly string[]; readonly database: string | undefined }
  readonly listen: { readonly host: string; readonly port: number }
  /** The number of processes that answer requests to the public origin. */
  readonly workers: number
  /** The time for which requests are still accepted after a process was asked to end, in milliseconds. */
  readonly drainMs: number
  /** The PostgreSQL database of projects and control plane; `undefined`: SQLite files in the data folder. */
  readonly database: Secret | undefined
  /** The secrets from which those of projects are derived, the newest first; `undefined`: those of the data folder. */
  readonly secrets: SecretGenerations | undefined
  readonly smtpUrl: Secret | undefined
  readonly brandName: string
  /** The time for which a trusted browser may skip the second factor, in milliseconds; `undefined`: not at all. */
  readonly rememberDeviceMs: number | undefined
  /** The time without use after which sessions end, in milliseconds; `undefined`: use does not matter. */
  readonly sessionIdleMs: number | undefined
  /** The same for operators of the console; `undefined`: the same as for every person. */
  readonly operatorIdleMs: number | undefined
  /**
   * The file whose section `brand` sets the look of the pages; absent: there is none. `named`: by a separate setting.
   */
  readonly brandFile: { readonly path: string; readonly named: boolean } | undefined
  /** Whether browsers may store the names of the accounts that signed in with them. */
  readonly rememberAccounts: boolean
  /** Whether missing texts are collected in the data folder. */
  readonly collectMissingTexts: boolean
  /** Origins to which forms may redirect, besides those that are known anyway. */
  readonly formActionOrigins: readonly string[]
  /** Origins from which pages may load pictures, besides our own. */
  readonly imageOrigins: readonly string[]
  /** Absent: there is no sign-in for applications that speak OAuth2. */
  readonly oauth2: OAuth2Server | undefined
  /** The retention of the embedded identity service's events. */
  readonly events: { readonly keptMs: number; readonly keepsClient: boolean }
  /** The rate limits of failed sign-ins and of codes at the embedded identity service; `undefined`: no limit. */
  readonly limits: {
    readonly signInsPerAccount: Rate | undefined
    readonly signInsPerAddress: Rate | undefined
    readonly wrongCodesPerRecipient: Rate | undefined
    readonly codesPerRecipient: Rate | undefined
    readonly codesPerAddress: Rate | undefined
  }
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  /** Warnings about valid settings, reported at the start. */
  readonly warnings: readonly ConfigFault[]
}
