import type { ConfigFault } from './config-error.ts'
import type { SecretGenerations } from './generated-secrets.ts'
import type { Secret } from '@gatehouse/platform/secrets'

/** Which identity service the pages talk to. */
export type IdentitySource =
  | {
      readonly kind: 'embedded'
      /** Path of a kratos.yml; `undefined`: the built-in configuration. */
      readonly configFile: string | undefined
    }
  | {
      readonly kind: 'remote'
      readonly publicUrl: URL
      /** `undefined`: no admin API at hand. */
      readonly adminUrl: URL | undefined
      /** Sent as a bearer token with admin calls only. */
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
  /** How long a token is good for, as durations are written: `10m`. */
  readonly lifespan: string
  /** Key set that signs; absent: the one that `gatehouse keys create` made in the data folder. */
  readonly keys: string | undefined
  /** Jsonnet program that adds claims. */
  readonly claims: string | undefined
}

/** What the built-in configuration knows of the applications that people sign in for. */
export interface Applications {
  /** Addresses that people may be sent back to, besides our own. */
  readonly returnUrls: readonly string[]
  /** Absent: the page `/`. */
  readonly defaultReturnUrl: URL | undefined
  /** All hosts of it get the session cookie. Absent: the public origin's alone. */
  readonly cookieDomain: string | undefined
  /** Origins whose scripts may call the public API. */
  readonly corsOrigins: readonly string[]
  /** With the absolute paths of their files. */
  readonly sessionTokens: readonly (SessionTokens & { readonly keys: string })[]
}

/** So many at once; what is used up comes back evenly over the period. */
export interface Rate {
  readonly count: number
  readonly periodMs: number
}

/** The whole configuration of one process: validated, and frozen. */
export interface Config {
  readonly publicUrl: URL
  readonly adminUrl: URL
  /** Where metrics are besides the admin API. */
  readonly metricsUrl: URL | undefined
  readonly consoleUrl: URL
  /** Whether there is a console before a remote identity service. */
  readonly remoteConsole: boolean
  /** Whether files are read again when they change. */
  readonly watchConfig: boolean
  /** Absent: the console speaks to the control plane in this process alone. */
  readonly otherControlPlane: OtherControlPlane | undefined
  readonly consoleListen: { readonly host: string; readonly port: number }
  /** Projects answer at names below this domain. `undefined`: the public origin is an IP address, which has none. */
  readonly projectsDomain: string | undefined
  /** Absolute path of the data folder. */
  readonly data: string
  /** Development comforts; only ever true when the public origin is this machine. */
  readonly dev: boolean
  /** Absolute path of the built documentation. */
  readonly docsFolder: string | undefined
  readonly identity: IdentitySource
  /** What the applications in front of the built-in configuration need. */
  readonly applications: Applications
  readonly adminKey: Secret | undefined
  /** Networks of the proxies in front that are believed, such as `127.0.0.0/8`; empty: none. */
  readonly trustedProxies: readonly string[]
  /** What tells where visitors are. */
  readonly geolocation: { readonly headers: readonly string[]; readonly database: string | undefined }
  readonly listen: { readonly host: string; readonly port: number }
  /** How many processes answer requests to the public origin. */
  readonly workers: number
  /** How long requests are still taken once the process is asked to end, in milliseconds. */
  readonly drainMs: number
  /** The PostgreSQL database of projects and control plane; `undefined`: SQLite files in the data folder. */
  readonly database: Secret | undefined
  /** What the secrets of projects are made from, the newest first; `undefined`: those of the data folder count. */
  readonly secrets: SecretGenerations | undefined
  readonly smtpUrl: Secret | undefined
  readonly brandName: string
  /** How long a trusted browser may skip the second factor, in milliseconds; `undefined`: not at all. */
  readonly rememberDeviceMs: number | undefined
  /** After how long without use sessions end, in milliseconds; `undefined`: use does not matter. */
  readonly sessionIdleMs: number | undefined
  /** … those of operators of the console; `undefined`: as everybody's. */
  readonly operatorIdleMs: number | undefined
  /** The file whose section `brand` says how the pages look; absent: there is none. `named`: for that alone. */
  readonly brandFile: { readonly path: string; readonly named: boolean } | undefined
  /** Whether browsers may keep the names of those who signed in with them. */
  readonly rememberAccounts: boolean
  /** Whether texts that no catalogue has are collected in the data folder. */
  readonly collectMissingTexts: boolean
  /** Origins that forms may lead to, besides those that are known anyway. */
  readonly formActionOrigins: readonly string[]
  /** Origins that pages may load pictures from, besides our own. */
  readonly imageOrigins: readonly string[]
  /** Absent: there is no sign-in for applications that speak OAuth2. */
  readonly oauth2: OAuth2Server | undefined
  /** What the embedded identity service keeps of what happens. */
  readonly events: { readonly keptMs: number; readonly keepsClient: boolean }
  /** How often sign-ins may fail and codes be asked for at the embedded identity service; `undefined`: without limit. */
  readonly limits: {
    readonly signInsPerAccount: Rate | undefined
    readonly signInsPerAddress: Rate | undefined
    readonly wrongCodesPerRecipient: Rate | undefined
    readonly codesPerRecipient: Rate | undefined
    readonly codesPerAddress: Rate | undefined
  }
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  /** Things that work but deserve a word at start. */
  readonly warnings: readonly ConfigFault[]
}
