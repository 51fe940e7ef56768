import { isIP } from 'node:net'

import type { Applications, OAuth2Server } from '@gatehouse/config/config'
import type { GeneratedSecrets } from '@gatehouse/config/secrets'
import type { Secret } from '@gatehouse/platform/secrets'
import type { ConfigTree, HostedProject } from '@gatehouse/control-plane/service'
import { mergeTrees } from '@gatehouse/identity/configuration'
import { standardDsn } from '../data/accounts-dsn.ts'
import { defaultSchema } from './default-schema.ts'
import { sharedSessionName } from './shared-session.ts'

/** The addresses and the settings of a project's identity service. */
export interface ProjectDeployment {
  /** The address for visitors. */
  readonly url: URL
  /** Base URL of its admin API. */
  readonly adminUrl: URL
  /** The folder of its data, to which paths are relative. */
  readonly folder: string
  readonly secrets: GeneratedSecrets
  /** The PostgreSQL database of all projects; `undefined`: a file in the folder. */
  readonly database: Secret | undefined
  readonly smtpUrl: Secret | undefined
  readonly dev: boolean
  /** The OAuth2 server that its people sign in for, if it has one. */
  readonly oauth2: OAuth2Server | undefined
  /** The settings about applications of the first project; absent: another project. */
  readonly applications: Applications | undefined
  /** Returns whether the project may share its session with all hosts of a domain. */
  readonly mayShareWith: (domain: string) => boolean
  /** The name of its session cookie, unless its configuration names one. Absent: the default name. */
  readonly sessionName: string | undefined
}

/**
 * Returns the layer below a project's configuration: values that follow from its address and its name, so that neither
 * can get out of date in a stored copy. The configuration may override them.
 */
export function baseLayer(deployment: ProjectDeployment, name: string): ConfigTree {
  const { url, sessionName } = deployment
  const page = (path: string) => `${url.origin}${path}`
  const secure = url.protocol === 'https:'
  return {
    selfservice: {
      default_browser_return_url: page('/'),
      allowed_return_urls: [url.origin],
      flows: {
        error: { ui_url: page('/error') },
        login: { ui_url: page('/login') },
        registration: { ui_url: page('/registration') },
        recovery: { ui_url: page('/recovery') },
        verification: { ui_url: page('/verification') },
        settings: { ui_url: page('/settings') },
        logout: { after: { default_browser_return_url: page('/login') } },
      },
      methods: { ...keysOf(url, name), totp: { config: { issuer: name } } },
    },
    cookies: { secure, same_site: 'Lax' },
    session: { cookie: { secure, same_site: 'Lax', ...(sessionName !== undefined && { name: sessionName }) } },
    courier: { smtp: { from_name: name, from_address: `no-reply@${url.hostname}` } },
    // The smallest cost that OWASP recommends: four concurrent sign-ins need 80 MB.
    hashers: { algorithm: 'argon2', argon2: { memory: '19MB', iterations: 2, parallelism: 1 } },
  }
}

/**
 * Returns the layer above it and below a project's configuration: the installation's settings (gatehouse.yml,
 * environment).
 */
export function settingsLayer({ smtpUrl }: ProjectDeployment): ConfigTree {
  return smtpUrl ? { courier: { smtp: { connection_uri: smtpUrl.reveal() } } } : {}
}

/**
 * Returns the layer below a kratos.yml: settings that it may omit. If both set one, they are the same: see twins.ts.
 */
export function settingsBelow(deployment: ProjectDeployment): ConfigTree {
  const { oauth2 } = deployment
  return { ...settingsLayer(deployment), ...(oauth2 && { oauth2_provider: oauth2Provider(oauth2) }) }
}

const signedInAndAskedToVerify = [{ hook: 'session' }, { hook: 'show_verification_ui' }]

/** Returns the configuration of a new project, in Kratos' format. */
export function initialConfig(dev: boolean): ConfigTree {
  const after = { hooks: signedInAndAskedToVerify }
  // Providers have verified their data, or their organization is responsible for it.
  const signedIn = { hooks: [{ hook: 'session' }] }
  // The owner may recover an account or change its password because an attacker is signed in to it.
  const alone = { hooks: [{ hook: 'revoke_active_sessions' }] }
  // A mistyped new address, or one typed in another person's session, removes no address.
  const provedFirst = { hooks: [{ hook: 'verify_new_address' }] }
  return {
    identity: {
      default_schema_id: 'person',
      schemas: [{ id: 'person', url: `base64://${Buffer.from(JSON.stringify(defaultSchema)).toString('base64')}` }],
    },
    selfservice: {
      flows: {
        login: { style: 'unified' },
        registration: { style: 'unified', after: { password: after, code: after, passkey: after, oidc: signedIn } },
        recovery: { enabled: true, use: 'code', after: alone },
        settings: { after: { password: alone, profile: provedFirst } },
        verification: { enabled: true, use: 'code' },
      },
      methods: {
        // Development must work without a network, and must not inform another party.
        password: { enabled: true, config: { haveibeenpwned_enabled: !dev } },
        code: { enabled: true, passwordless_enabled: true, config: { lifespan: '10m' } },
        profile: { enabled: true },
        totp: { enabled: true },
        lookup_secret: { enabled: true },
      },
    },
    session: { lifespan: '720h' },
    // A terminal or an app that recovers an account gets its session by this alone; without it a browser has to take over.
    feature_flags: { use_continue_with_transitions: true },
  }
}

/** Returns the name of the session cookie if the settings share it with a domain. */
export function sessionNameOf(applications: Applications | undefined): string | undefined {
  return applications?.cookieDomain === undefined ? undefined : sharedSessionName
}

/**
 * Returns the layer above a project's configuration: values that only its host decides, and the settings of
 * applications. The keys are those that `host-keys.ts` removes, and the default return URL, of which
 * `application-lists.ts` warns.
 */
export function hostLayer(
  deployment: ProjectDeployment,
  project: Pick<HostedProject, 'corsPublic' | 'corsAdmin'>,
): ConfigTree {
  const { secrets, dev, folder, url, adminUrl, oauth2, database, applications } = deployment
  const corsPublic = withOrigins(project.corsPublic, applications?.corsOrigins ?? [])
  const { defaultReturnUrl } = applications ?? {}
  return {
    dsn: standardDsn({ database, folder }),
    dev,
    serve: {
      public: { base_url: url.origin, cors: corsOf(corsPublic) },
      admin: { base_url: adminUrl.href.replace(/\/$/, ''), cors: corsOf(project.corsAdmin) },
    },
    secrets: secretsOf(secrets),
    ...(defaultReturnUrl && { selfservice: { default_browser_return_url: defaultReturnUrl.href } }),
    ...(applications && { session: sessionOf(applications) }),
    ...(oauth2 && { oauth2_provider: oauth2Provider(oauth2) }),
    // An operator who may change a project's configuration must not reach the network that the gateway is in.
    clients: { http: { disallow_private_ip_ranges: !dev } },
  }
}

/** The secrets of an installation, as a configuration has them. */
export function secretsOf({ default: standard, cookie, cipher }: GeneratedSecrets): ConfigTree {
  const revealed = (secrets: readonly Secret[]) => secrets.map((secret) => secret.reveal())
  return { default: revealed(standard), cookie: revealed(cookie), cipher: revealed(cipher) }
}

/** Returns the settings' session: the domain of its cookie, and its tokens. */
function sessionOf({ cookieDomain, sessionTokens }: Applications): ConfigTree {
  const templates = sessionTokens.map(({ name, lifespan, keys, claims }) => {
    const mapper = claims === undefined ? {} : { claims_mapper_url: `file://${encodeURI(claims)}` }
    return [name, { jwks_url: `file://${encodeURI(keys)}`, ttl: lifespan, ...mapper }] as const
  })
  return {
    ...(cookieDomain !== undefined && { cookie: { domain: cookieDomain } }),
    ...(templates.length > 0 && { whoami: { tokenizer: { templates: Object.fromEntries(templates) } } }),
  }
}

/** Adds the settings' origins to a project's own. With `*`, scripts never get the session. */
function withOrigins(given: HostedProject['corsPublic'], settings: readonly string[]): HostedProject['corsPublic'] {
  if (settings.length === 0) return given
  const own = given.enabled ? given.origins.filter((origin) => origin !== '*') : []
  return { enabled: true, origins: [...new Set([...own, ...settings])] }
}

/** Returns the allowed return addresses: those of a project, and those of the settings. */
export function withReturnUrls(
  config: ConfigTree,
  { applications }: Pick<ProjectDeployment, 'applications'>,
): ConfigTree {
  const { returnUrls = [], defaultReturnUrl } = applications ?? {}
  const { selfservice } = config
  const said = isTree(selfservice) ? selfservice['allowed_return_urls'] : undefined
  const all = [
    ...(Array.isArray(said) ? said : []),
    ...returnUrls,
    ...(defaultReturnUrl ? [defaultReturnUrl.href] : []),
  ]
  return mergeTrees(config, { selfservice: { allowed_return_urls: [...new Set(all)] } })
}

function isTree(value: unknown): value is ConfigTree {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function oauth2Provider({ adminUrl, key }: OAuth2Server): ConfigTree {
  return { url: adminUrl.href, ...(key && { headers: { Authorization: `Bearer ${key.reveal()}` } }) }
}

/** Converts a project's CORS setting to Kratos' format. Credentials for `*` would give sessions to every page. */
export function corsOf({ enabled, origins }: HostedProject['corsPublic']): ConfigTree {
  return enabled ? { enabled, allowed_origins: origins, allow_credentials: !origins.includes('*') } : { enabled: false }
}

/**
 * Returns the settings of passkeys and security keys. Browsers store them for a domain, and for secure pages: an IP
 * address and plain HTTP have none. Passkeys are enabled if possible; security keys only need to be enabled.
 */
function keysOf({ hostname, protocol, origin }: URL, name: string): ConfigTree {
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  if (isAddress || (protocol !== 'https:' && !isLocal)) return { passkey: { enabled: false } }
  const rp = { id: hostname, display_name: name }
  return {
    passkey: { enabled: true, config: { rp: { ...rp, origins: [origin] } } },
    // Without origins it is the page that signs people in: a configuration may name one by the former key `origin`.
    webauthn: { config: { rp } },
  }
}
