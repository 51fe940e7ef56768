import { availableParallelism } from 'node:os'
import type { SettledValues } from './settled.ts'
import { isAbsolute, resolve } from 'node:path'

import type {
  AfterConfig,
  FlowConfig,
  HookConfig,
  HttpCallConfig,
  IdentityConfig,
  PasskeyPolicy,
  SchemaConfig,
  WebHookConfig,
} from './config.ts'
import { corsOf } from './cors.ts'
import { type ConfigFile, oauth2ProviderOf } from './file.ts'
import type { Improvements } from './improvements.ts'
import type { AfterFile, SelfserviceFile } from './file-selfservice.ts'
import { pageOrigin, relyingPartyOf } from './relying-party.ts'

interface Resolved {
  readonly schemas: readonly SchemaConfig[]
  readonly farTexts: IdentityConfig['farTexts']
  readonly secrets: IdentityConfig['secrets']
  /** Methods whose settings needed loading beside the file. */
  readonly loaded: Pick<IdentityConfig['selfservice']['methods'], 'oidc'>
  readonly organizations: IdentityConfig['organizations']
  readonly tokenizer: IdentityConfig['session']['whoami']['tokenizer']['templates']
  /** The `web_hook` entries of the file, loaded. */
  readonly webHooks: ReadonlyMap<object, WebHookConfig>
  readonly migrateHook: HttpCallConfig | undefined
  readonly courier: Pick<IdentityConfig['courier'], 'channels' | 'templates'>
  readonly trustsMailServer: (connectionUri: string) => boolean
  readonly dsn: string
  readonly improvements: Improvements
}

/** Turns the file's shape into the service's: names, defaults between keys, all values resolved. */
export function resolveConfig(file: ConfigFile, resolved: Resolved): IdentityConfig {
  const { serve } = file
  const publicBaseUrl = serve.public.base_url ?? `http://127.0.0.1:${serve.public.port}`
  return deepFreeze({
    dev: file.dev,
    publicBaseUrl,
    adminBaseUrl: serve.admin.base_url ?? `http://127.0.0.1:${serve.admin.port}`,
    listen: {
      public: { host: serve.public.host, port: serve.public.port },
      admin: { host: serve.admin.host, port: serve.admin.port },
    },
    cors: { public: corsOf(serve.public.cors), admin: corsOf(serve.admin.cors) },
    dsn: resolved.dsn,
    defaultSchemaId: file.identity.default_schema_id,
    schemas: resolved.schemas,
    farTexts: resolved.farTexts,
    organizations: resolved.organizations,
    selfservice: selfserviceOf(file.selfservice, publicBaseUrl, resolved),
    ...sessionAndCookies(file, resolved.tokenizer),
    secrets: resolved.secrets,
    courier: courierOf(file, resolved),
    hashers: hashersOf(file.hashers),
    oauth2Provider: oauth2ProviderOf(file.oauth2_provider),
    featureFlags: featureFlagsOf(file.feature_flags),
    outbound: outboundOf(file),
    security: { accountEnumerationMitigate: file.security.account_enumeration.mitigate },
    improvements: resolved.improvements,
  })
}

/** Resolves the relative file of a `sqlite://` DSN in the configuration file's folder. */
export function absoluteDsn(dsn: string, baseDir: string): string {
  const match = /^(sqlite3?:\/\/)([^?#]+)([?#].*)?$/.exec(dsn)
  const [, scheme = '', path = '', rest = ''] = match ?? []
  if (!match || isAbsolute(path) || path.startsWith(':') || path.startsWith('file:')) return dsn
  return `${scheme}${resolve(baseDir, path)}${rest}`
}

function selfserviceOf(
  file: SelfserviceFile,
  publicBaseUrl: string,
  { loaded, webHooks, migrateHook, improvements }: Resolved,
): IdentityConfig['selfservice'] {
  const { flows, methods } = file
  /** Resolves a path at the public address, as browsers do in a redirect from there. */
  const absolute = <Given extends string | undefined>(given: Given) =>
    given?.startsWith('/') ? new URL(given, publicBaseUrl).href : given
  const uiUrl = (given: string | undefined, page: string) => absolute(given) ?? `${publicBaseUrl}/${page}`
  const flow = (kind: 'login' | 'registration' | 'settings' | 'recovery' | 'verification'): FlowConfig => ({
    enabled: true,
    uiUrl: uiUrl(flows[kind].ui_url, kind),
    lifespanMs: flows[kind].lifespan,
    before: hooksOf(flows[kind].before.hooks, webHooks),
    after: afterOf(flows[kind].after, webHooks, absolute),
  })
  const codeFlow = (kind: 'recovery' | 'verification') => ({
    ...flow(kind),
    enabled: flows[kind].enabled,
    use: flows[kind].use,
    notifyUnknownRecipients: flows[kind].notify_unknown_recipients,
  })
  const { settings, registration } = flows
  return {
    defaultReturnUrl: absolute(file.default_browser_return_url) ?? `${publicBaseUrl}/`,
    allowedReturnUrls: file.allowed_return_urls.map(absolute),
    flows: {
      error: { uiUrl: uiUrl(flows.error.ui_url, 'error') },
      logout: { defaultReturnUrl: absolute(flows.logout.after.default_browser_return_url) },
      login: { ...flow('login'), style: flows.login.style },
      registration: {
        ...flow('registration'),
        enabled: registration.enabled,
        style: registration.style ?? (registration.enable_legacy_one_step ? 'unified' : 'profile_first'),
        loginHints: registration.login_hints,
      },
      settings: {
        ...flow('settings'),
        privilegedSessionMaxAgeMs: settings.privileged_session_max_age,
        requiredAal: settings.required_aal,
      },
      recovery: codeFlow('recovery'),
      verification: codeFlow('verification'),
    },
    methods: {
      ...methodsOf(methods, pageOrigin(uiUrl(flows.login.ui_url, 'login')), publicBaseUrl, {
        migrateHook,
        improvements,
      }),
      ...loaded,
    },
  }
}

function hooksOf(given: AfterFile['hooks'], webHooks: Resolved['webHooks']): HookConfig[] {
  return given.map((hook) => {
    const webHook = webHooks.get(hook)
    // The raw entry may hold secrets.
    return webHook ? { hook: hook.hook, config: {}, webHook } : hook
  })
}

function afterOf(
  { default_browser_return_url: defaultReturnUrl, hooks, methods }: AfterFile,
  webHooks: Resolved['webHooks'],
  absolute: (url: string | undefined) => string | undefined,
): AfterConfig {
  const own = Object.entries(methods).flatMap(([method, after]) =>
    after
      ? [
          [
            method,
            { defaultReturnUrl: absolute(after.default_browser_return_url), hooks: hooksOf(after.hooks, webHooks) },
          ] as const,
        ]
      : [],
  )
  return {
    defaultReturnUrl: absolute(defaultReturnUrl),
    hooks: hooksOf(hooks, webHooks),
    methods: Object.fromEntries(own),
  }
}

function methodsOf(
  methods: SelfserviceFile['methods'],
  origin: string,
  publicBaseUrl: string,
  { migrateHook, improvements }: Pick<Resolved, 'migrateHook' | 'improvements'>,
): Omit<IdentityConfig['selfservice']['methods'], keyof Resolved['loaded']> {
  const { password, code, link, profile, totp, lookup_secret: lookupSecret, webauthn, passkey } = methods
  return {
    password: {
      enabled: password.enabled,
      minPasswordLength: password.config.min_password_length,
      identifierSimilarityCheckEnabled: password.config.identifier_similarity_check_enabled,
      haveIBeenPwnedEnabled: password.config.haveibeenpwned_enabled,
      haveIBeenPwnedHost: password.config.haveibeenpwned_host,
      maxBreaches: password.config.max_breaches,
      ignoreNetworkErrors: password.config.ignore_network_errors,
      migrateHook,
    },
    code: {
      enabled: code.enabled,
      passwordlessEnabled: code.passwordless_enabled,
      mfaEnabled: code.mfa_enabled,
      lifespanMs: code.config.lifespan,
      maxSubmissions: code.config.max_submissions,
    },
    link: { enabled: link.enabled, lifespanMs: link.config.lifespan, baseUrl: link.config.base_url },
    profile: { enabled: profile.enabled },
    totp: { enabled: totp.enabled, issuer: totp.config.issuer || new URL(publicBaseUrl).hostname },
    lookupSecret: { enabled: lookupSecret.enabled },
    webauthn: {
      enabled: webauthn.enabled && relyingPartyOf(webauthn, origin) !== undefined,
      passwordless: webauthn.config.passwordless,
      rp: relyingPartyOf(webauthn, origin),
    },
    passkey: {
      enabled: passkey.enabled && relyingPartyOf(passkey, origin) !== undefined,
      rp: relyingPartyOf(passkey, origin),
      policy: passkeyPolicyOf(passkey.config),
      isMultiFactor: passkey.config.both_steps ?? improvements.passkeysAreBothSteps,
    },
  }
}

/** Returns the values that `improvements` give to keys that the file leaves out, by dotted path. */
export function improvedValues({ selfservice }: IdentityConfig): SettledValues {
  return { 'selfservice.methods.passkey.config.both_steps': selfservice.methods.passkey.isMultiFactor }
}

function passkeyPolicyOf({
  authenticator_selection: selection,
  attestation,
  timeouts,
}: SelfserviceFile['methods']['passkey']['config']): PasskeyPolicy {
  return {
    attachment: selection.attachment,
    residentKey: selection.resident_key,
    userVerification: selection.user_verification,
    attestation: attestation.preference,
    makingMs: timeouts.registration,
    signInMs: timeouts.login,
  }
}

function sessionAndCookies(
  file: ConfigFile,
  templates: Resolved['tokenizer'],
): Pick<IdentityConfig, 'session' | 'cookies'> {
  const { session } = file
  const cookies = {
    domain: file.cookies.domain,
    path: file.cookies.path ?? '/',
    sameSite: file.cookies.same_site ?? 'Lax',
    secure: file.cookies.secure ?? !file.dev,
  } as const
  return {
    cookies,
    session: {
      lifespanMs: session.lifespan,
      earliestPossibleExtendMs: session.earliest_possible_extend ?? session.lifespan,
      cookie: {
        name: session.cookie.name,
        domain: session.cookie.domain ?? cookies.domain,
        path: session.cookie.path ?? cookies.path,
        sameSite: session.cookie.same_site ?? cookies.sameSite,
        secure: session.cookie.secure ?? cookies.secure,
        persistent: session.cookie.persistent,
      },
      whoami: { requiredAal: session.whoami.required_aal, tokenizer: { templates } },
    },
  }
}

function courierOf(
  { courier: file, clients }: Pick<ConfigFile, 'courier' | 'clients'>,
  { courier: { channels, templates }, trustsMailServer }: Pick<Resolved, 'courier' | 'trustsMailServer'>,
): IdentityConfig['courier'] {
  const connectionUri = file.smtp.connection_uri
  return {
    channels,
    templates,
    smtp: {
      connectionUri,
      isTrusted: connectionUri !== undefined && trustsMailServer(connectionUri.reveal()),
      isPublicOnly: clients.smtp.disallow_private_ip_ranges,
      fromAddress: file.smtp.from_address,
      fromName: file.smtp.from_name,
      headers: file.smtp.headers,
      localName: file.smtp.local_name,
    },
    messageRetries: file.message_retries,
  }
}

/** Returns the file's settings for calls to other services. */
export function outboundOf({ clients, dev }: Pick<ConfigFile, 'clients' | 'dev'>): IdentityConfig['outbound'] {
  const { http, web_hook: webHook } = clients
  return {
    allowPrivate: !(http.disallow_private_ip_ranges ?? !dev),
    allowPrivateServices: http.disallow_private_ip_ranges !== true,
    privateExceptions: http.private_ip_exception_urls,
    headersForHooks: (webHook.header_allowlist ?? usualHookHeaders).map((name) => name.toLowerCase()),
  }
}

/** The defaults of Kratos' schema (`clients.web_hook.header_allowlist`). */
const usualHookHeaders = [
  'Accept',
  'Accept-Encoding',
  'Accept-Language',
  'Content-Length',
  'Content-Type',
  'Origin',
  'Priority',
  'Referer',
  'Sec-Ch-Ua',
  'Sec-Ch-Ua-Mobile',
  'Sec-Ch-Ua-Platform',
  'Sec-Fetch-Dest',
  'Sec-Fetch-Mode',
  'Sec-Fetch-Site',
  'Sec-Fetch-User',
  'True-Client-Ip',
  'User-Agent',
]

function hashersOf(file: ConfigFile['hashers']): IdentityConfig['hashers'] {
  return {
    algorithm: file.algorithm,
    argon2: {
      memoryKiB: file.argon2.memory,
      iterations: file.argon2.iterations,
      parallelism: file.argon2.parallelism ?? 2 * availableParallelism(),
      saltLength: file.argon2.salt_length,
      keyLength: file.argon2.key_length,
    },
    bcrypt: { cost: file.bcrypt.cost },
  }
}

function featureFlagsOf(file: ConfigFile['feature_flags']): IdentityConfig['featureFlags'] {
  return {
    useContinueWithTransitions: file.use_continue_with_transitions,
    chooseRecoveryAddress: file.choose_recovery_address,
    refreshLoginChooseAddress: file.refresh_login_choose_address,
    cacheableSessions: file.cacheable_sessions,
    cacheableSessionsMaxAgeMs: file.cacheable_sessions_max_age,
    fasterSessionExtend: file.faster_session_extend,
    legacyContinueWithVerificationUi: file.legacy_continue_with_verification_ui,
    legacyRequireVerifiedLoginError: file.legacy_require_verified_login_error,
    legacyOidcRegistrationNodeGroup: file.legacy_oidc_registration_node_group,
    passwordProfileRegistrationNodeGroup: file.password_profile_registration_node_group,
  }
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const part of Object.values(value)) deepFreeze(part)
  return Object.freeze(value)
}
