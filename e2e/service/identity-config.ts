import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  emailTrait,
  identityPart,
  nameTraits,
  phoneTrait,
  schemaOf,
  signedInAndAskedToVerify,
} from '@gatehouse/testing/journeys'

/** The settings of the identity service's configuration file that differ from the plain case. */
export interface IdentityConfigOptions {
  /** The folder for the file and the database. */
  readonly folder: string
  /** Origin of the pages, which is also the service's own public address. */
  readonly origin: string
  readonly loginStyle?: 'unified' | 'identifier_first'
  readonly registrationStyle?: 'unified' | 'profile_first'
  /** False: sign-up is closed. */
  readonly registration?: boolean
  /** Passkeys are the only way in. */
  readonly passkeyOnly?: boolean
  /** Passkeys beside passwords and codes, which the built-in configuration has too. */
  readonly passkeys?: boolean
  /** Further targets of `return_to` beside the pages: origins of applications, addresses with their own schemes. */
  readonly returnUrls?: readonly string[]
  /** Recovery and verification send links instead of codes. */
  readonly links?: boolean
  /** How long a flow lives, such as `5s`. */
  readonly flowLifespan?: string
  /** The ports of the service, if it runs alone. */
  readonly listen?: { readonly publicPort: number; readonly adminPort: number }
  /** Providers to sign in with, as the file writes them. */
  readonly providers?: readonly Readonly<Record<string, unknown>>[]
  /** Organizations that sign in through their own connections, as the file writes them. */
  readonly organizations?: readonly Readonly<Record<string, unknown>>[]
  /** The address of the mail server, such as `smtp://127.0.0.1:2525`. */
  readonly smtp?: string
  /** Data source name; without it an SQLite file in the folder. */
  readonly database?: string
  /** Authenticator apps and backup codes, which the built-in configuration has too. */
  readonly secondFactors?: boolean
  /** Security keys: asked for after the password, or instead of one. */
  readonly securityKeys?: 'second-factor' | 'passwordless'
  /** How long a sign-in is fresh enough to change sign-in methods, such as `5s`. */
  readonly privilegedAge?: string
  /** Answers do not reveal whether an account exists. Signing in by code is off: its refusal would reveal it. */
  readonly discreet?: boolean
  /** People have a phone number; the e-mail address is optional. */
  readonly phones?: boolean
  /** The service that receives text messages, and the Jsonnet program for its requests. */
  readonly textMessages?: { readonly url: string; readonly program?: string }
  /** Codes are the second factor instead of a way in. */
  readonly codeSecond?: boolean
  /** Recovery lets people choose which of their addresses gets the code, a phone number too. Ory Kratos 1.3.1 cannot. */
  readonly choosesAddress?: boolean
  /** Admin API of the Ory Hydra for whose applications people sign in. */
  readonly oauth2?: string
}

const email = emailTrait('Email', { passkey: { display_name: true }, webauthn: { identifier: true } })
const aboutSchema = {
  $id: 'https://example.org/account.schema.json',
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Account',
}
const schema = schemaOf({ email, name: nameTraits }, aboutSchema)
const schemaWithPhone = (recovers: boolean) =>
  schemaOf({ phone: phoneTrait('Phone', recovers), email, name: nameTraits }, aboutSchema, ['phone'])

/** Writes a kratos.yml (JSON is YAML) that both the embedded service and Ory Kratos read. Returns its path. */
export async function writeIdentityConfig(options: IdentityConfigOptions): Promise<string> {
  const path = join(options.folder, 'kratos.yml')
  await writeFile(path, JSON.stringify(identityConfig(options), null, 2))
  return path
}

function identityConfig({ folder, origin, ...options }: IdentityConfigOptions): unknown {
  const { loginStyle = 'unified', registrationStyle = 'unified', listen, smtp, database } = options
  const lifespan = options.flowLifespan === undefined ? {} : { lifespan: options.flowLifespan }
  const proof = options.links === true ? 'link' : 'code'
  const page = (path: string) => ({ ui_url: `${origin}${path}`, ...lifespan })
  const keys = { id: 'localhost', display_name: 'Journeys', origins: [origin] }
  return {
    dsn: database ?? `sqlite://${folder}/identity.sqlite?_fk=true&mode=rwc`,
    serve: {
      public: { base_url: origin, ...(listen && { host: '127.0.0.1', port: listen.publicPort }) },
      admin: {
        ...(listen && { base_url: `http://127.0.0.1:${listen.adminPort}`, host: '127.0.0.1', port: listen.adminPort }),
      },
    },
    identity: identityPart(
      'account',
      options.phones === true ? schemaWithPhone(options.choosesAddress === true) : schema,
    ),
    selfservice: {
      default_browser_return_url: `${origin}/`,
      allowed_return_urls: [origin, ...(options.returnUrls ?? [])],
      flows: {
        error: { ui_url: `${origin}/error` },
        login: { ...page('/login'), style: loginStyle },
        registration: {
          ...page('/registration'),
          ...(options.registration === false && { enabled: false }),
          enable_legacy_one_step: registrationStyle === 'unified',
          after: {
            password: signedInAndAskedToVerify,
            code: signedInAndAskedToVerify,
            ...(options.passkeys === true && { passkey: signedInAndAskedToVerify }),
            ...(options.securityKeys && { webauthn: signedInAndAskedToVerify }),
            oidc: { hooks: [{ hook: 'session' }] },
          },
        },
        recovery: { ...page('/recovery'), enabled: true, use: proof },
        verification: { ...page('/verification'), enabled: true, use: proof },
        settings: {
          ...page('/settings'),
          ...(options.privilegedAge !== undefined && { privileged_session_max_age: options.privilegedAge }),
        },
        logout: { after: { default_browser_return_url: `${origin}/login` } },
      },
      methods: {
        password: { enabled: options.passkeyOnly !== true, config: { haveibeenpwned_enabled: false } },
        code: {
          enabled: true,
          passwordless_enabled:
            options.passkeyOnly !== true && options.discreet !== true && options.codeSecond !== true,
          mfa_enabled: options.codeSecond === true,
        },
        ...((options.passkeyOnly === true || options.passkeys === true) && {
          passkey: { enabled: true, config: { rp: keys } },
        }),
        ...(options.securityKeys && {
          webauthn: { enabled: true, config: { passwordless: options.securityKeys === 'passwordless', rp: keys } },
        }),
        ...(options.links === true && { link: { enabled: true } }),
        profile: { enabled: true },
        ...(options.secondFactors === true && {
          totp: { enabled: true, config: { issuer: 'Journeys' } },
          lookup_secret: { enabled: true },
        }),
        ...(options.organizations && { b2b: { config: { organizations: options.organizations } } }),
        ...(options.providers && { oidc: { enabled: true, config: { providers: options.providers } } }),
      },
    },
    ...(options.discreet === true && { security: { account_enumeration: { mitigate: true } } }),
    ...(options.oauth2 !== undefined && { oauth2_provider: { url: options.oauth2 } }),
    secrets: {
      default: ['a-secret-of-the-journeys'],
      cookie: ['a-cookie-secret-of-the-journeys'],
      cipher: ['32-characters-for-cipher-exactly'],
    },
    // Cheap on purpose: the journeys are about pages, and they hash many passwords.
    hashers: { algorithm: 'argon2', argon2: { memory: '1MB', iterations: 1, parallelism: 1 } },
    ...(options.choosesAddress === true && { feature_flags: { choose_recovery_address: true } }),
    courier: {
      smtp: { from_address: 'no-reply@example.org', ...(smtp !== undefined && { connection_uri: smtp }) },
      ...(options.textMessages && { channels: [textChannel(options.textMessages)] }),
    },
  }
}

function textChannel({ url, program }: NonNullable<IdentityConfigOptions['textMessages']>) {
  const body = program !== undefined && { body: `base64://${Buffer.from(program).toString('base64')}` }
  return { id: 'sms', type: 'http', request_config: { url, method: 'POST', ...body } }
}
