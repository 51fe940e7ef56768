import { isIP } from 'node:net'

import type { Config } from '@gatehouse/config/config'
import type { GeneratedSecrets } from '@gatehouse/config/generated-secrets'
import { defaultSchema } from './default-schema.ts'

/**
 * The built-in configuration of the embedded identity service, in Kratos' own format: what a kratos.yml would say that
 * fits the gateway's settings. Used when no file is named.
 */
export function defaultIdentity(config: Config, secrets: GeneratedSecrets): Readonly<Record<string, unknown>> {
  const origin = config.publicUrl.origin
  const page = (path: string) => `${origin}${path}`
  const secure = config.publicUrl.protocol === 'https:'
  return {
    dsn: `sqlite://${encodeURI(config.data)}/identity.sqlite`,
    dev: config.dev,
    serve: { public: { base_url: origin }, admin: { base_url: config.adminUrl.origin } },
    identity: {
      default_schema_id: 'person',
      schemas: [{ id: 'person', url: `base64://${Buffer.from(JSON.stringify(defaultSchema)).toString('base64')}` }],
    },
    selfservice: {
      default_browser_return_url: page('/'),
      allowed_return_urls: [origin],
      flows: {
        error: { ui_url: page('/error') },
        login: { ui_url: page('/login'), style: 'unified' },
        registration: {
          ui_url: page('/registration'),
          style: 'unified',
          after: {
            password: { hooks: signedInAndAskedToVerify },
            code: { hooks: signedInAndAskedToVerify },
            passkey: { hooks: signedInAndAskedToVerify },
          },
        },
        recovery: { ui_url: page('/recovery'), enabled: true, use: 'code' },
        verification: { ui_url: page('/verification'), enabled: true, use: 'code' },
        settings: { ui_url: page('/settings') },
        logout: { after: { default_browser_return_url: page('/login') } },
      },
      methods: {
        password: {
          enabled: true,
          // Trying things out must work without a network, and must not tell anybody about it.
          config: { haveibeenpwned_enabled: !config.dev },
        },
        code: { enabled: true, passwordless_enabled: true, config: { lifespan: '15m' } },
        profile: { enabled: true },
        passkey: passkeys(config),
        totp: { enabled: true, config: { issuer: config.brandName } },
        lookup_secret: { enabled: true },
      },
    },
    cookies: { secure, same_site: 'Lax' },
    session: { lifespan: '720h', cookie: { secure, same_site: 'Lax' } },
    secrets: {
      default: [secrets.default.reveal()],
      cookie: [secrets.cookie.reveal()],
      cipher: [secrets.cipher.reveal()],
    },
    courier: {
      smtp: {
        from_name: config.brandName,
        from_address: `no-reply@${config.publicUrl.hostname}`,
        ...(config.smtpUrl === undefined ? {} : { connection_uri: config.smtpUrl.reveal() }),
      },
    },
    // The smallest cost that OWASP recommends: four sign-ins at once fit into 80 MB.
    hashers: { algorithm: 'argon2', argon2: { memory: '19MB', iterations: 2, parallelism: 1 } },
  }
}

/** Browsers keep passkeys for a domain, and for secure pages: neither an IP address nor plain HTTP has them. */
function passkeys({ publicUrl, brandName }: Config): Readonly<Record<string, unknown>> {
  const { hostname, protocol, origin } = publicUrl
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  if (isAddress || (protocol !== 'https:' && !isLocal)) return { enabled: false }
  return { enabled: true, config: { rp: { id: hostname, display_name: brandName, origins: [origin] } } }
}

const signedInAndAskedToVerify = [{ hook: 'session' }, { hook: 'show_verification_ui' }]
