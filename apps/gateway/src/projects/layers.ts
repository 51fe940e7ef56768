import { isIP } from 'node:net'
import { join } from 'node:path'

import type { OAuth2Server } from '@gatehouse/config/config'
import type { GeneratedSecrets } from '@gatehouse/config/secrets'
import type { Secret } from '@gatehouse/platform/secrets'
import type { ConfigTree, HostedProject } from '@gatehouse/control-plane/service'
import { fileDsn } from '../data/project-databases.ts'
import { defaultSchema } from './default-schema.ts'

/** Where a project's identity service is, and what it has. */
export interface ProjectDeployment {
  /** Where visitors reach it. */
  readonly url: URL
  /** Base URL of its admin API. */
  readonly adminUrl: URL
  /** Folder of its data; relative paths are seen from here. */
  readonly folder: string
  readonly secrets: GeneratedSecrets
  /** The PostgreSQL database of all projects; `undefined`: a file in the folder. */
  readonly database: Secret | undefined
  readonly smtpUrl: Secret | undefined
  readonly dev: boolean
  /** The OAuth2 server that its people sign in for, if it has one. */
  readonly oauth2: OAuth2Server | undefined
}

/**
 * Below a project's configuration: what follows from its address and its name, so that neither can get out of date in
 * a stored copy. The configuration may say otherwise.
 */
export function baseLayer({ url, smtpUrl }: ProjectDeployment, name: string): ConfigTree {
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
      methods: { passkey: passkeys(url, name), totp: { config: { issuer: name } } },
    },
    cookies: { secure, same_site: 'Lax' },
    session: { cookie: { secure, same_site: 'Lax' } },
    courier: {
      smtp: {
        from_name: name,
        from_address: `no-reply@${url.hostname}`,
        ...(smtpUrl === undefined ? {} : { connection_uri: smtpUrl.reveal() }),
      },
    },
    // The smallest cost that OWASP recommends: four sign-ins at once fit into 80 MB.
    hashers: { algorithm: 'argon2', argon2: { memory: '19MB', iterations: 2, parallelism: 1 } },
  }
}

const signedInAndAskedToVerify = [{ hook: 'session' }, { hook: 'show_verification_ui' }]

/** What a new project is configured with, in Kratos' own format. */
export function initialConfig(dev: boolean): ConfigTree {
  const after = { hooks: signedInAndAskedToVerify }
  // Providers have verified what they tell, or their organization answers for it.
  const signedIn = { hooks: [{ hook: 'session' }] }
  // Whoever recovers an account or changes its password may do so because somebody else is in it.
  const alone = { hooks: [{ hook: 'revoke_active_sessions' }] }
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
        settings: { after: { password: alone } },
        verification: { enabled: true, use: 'code' },
      },
      methods: {
        // Trying things out must work without a network, and must not tell anybody about it.
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

/** Above a project's configuration: what its host alone decides. The keys are those that `host-keys.ts` takes out. */
export function hostLayer(
  deployment: ProjectDeployment,
  project: Pick<HostedProject, 'corsPublic' | 'corsAdmin'>,
): ConfigTree {
  const { secrets, dev, folder, url, adminUrl, oauth2, database } = deployment
  return {
    dsn: database?.reveal() ?? fileDsn(join(folder, 'identity.sqlite')),
    dev,
    serve: {
      public: { base_url: url.origin, cors: corsOf(project.corsPublic) },
      admin: { base_url: adminUrl.href.replace(/\/$/, ''), cors: corsOf(project.corsAdmin) },
    },
    secrets: {
      default: secrets.default.map((secret) => secret.reveal()),
      cookie: secrets.cookie.map((secret) => secret.reveal()),
      cipher: secrets.cipher.map((secret) => secret.reveal()),
    },
    ...(oauth2 && { oauth2_provider: oauth2Provider(oauth2) }),
    // Whoever may change a project's configuration must not reach the network that the gateway is in.
    clients: { http: { disallow_private_ip_ranges: !dev } },
  }
}

function oauth2Provider({ adminUrl, key }: OAuth2Server): ConfigTree {
  return { url: adminUrl.href, ...(key && { headers: { Authorization: `Bearer ${key.reveal()}` } }) }
}

/** A project's CORS setting as Kratos' file has it. Credentials for everybody's pages would be everybody's sessions. */
export function corsOf({ enabled, origins }: HostedProject['corsPublic']): ConfigTree {
  return enabled ? { enabled, allowed_origins: origins, allow_credentials: !origins.includes('*') } : { enabled: false }
}

/** Browsers keep passkeys for a domain, and for secure pages: neither an IP address nor plain HTTP has them. */
function passkeys({ hostname, protocol, origin }: URL, name: string): ConfigTree {
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  if (isAddress || (protocol !== 'https:' && !isLocal)) return { enabled: false }
  return { enabled: true, config: { rp: { id: hostname, display_name: name, origins: [origin] } } }
}
