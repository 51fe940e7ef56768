import type { Secret } from '@gatehouse/platform/secrets'

import type { Organization } from '../organizations/organization.ts'
import type { CorsConfig } from '../http/cors.ts'
import type { HttpAuth } from '../outbound/authentication.ts'
import type { FarText, NamedText } from './far-text.ts'
import type { Improvements } from './improvements.ts'

/** The address after a finished flow, and the hooks that run then (`selfservice.flows.*.after`). */
export interface AfterConfig {
  readonly defaultReturnUrl: string | undefined
  readonly hooks: readonly HookConfig[]
  /** Overrides per method id; a method's hooks replace the flow's. */
  readonly methods: Readonly<
    Record<string, { readonly defaultReturnUrl: string | undefined; readonly hooks: readonly HookConfig[] }>
  >
}

/** A hook by its wire name, e.g. `session`, `show_verification_ui`, `revoke_active_sessions`, `require_verified_address`, `verify_new_address`. */
export interface HookConfig {
  readonly hook: string
  readonly config: Readonly<Record<string, unknown>>
  /** There if it is a `web_hook`. */
  readonly webHook?: WebHookConfig
}

/** A call over HTTP that the operator configured. */
export interface HttpCallConfig {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  /** A Jsonnet program, `function(ctx) …`; absent: the built-in body. */
  readonly body: NamedText | undefined
  readonly auth?: HttpAuth | undefined
}

/** A text of the operator: a Go template, with the files that it may include. */
export interface MessageTemplate {
  /** Its source, for operators: a key of the configuration, or a folder. */
  readonly origin: string
  /** The name of the file that is executed. */
  readonly main: string
  readonly files: readonly { readonly name: string; readonly text: NamedText }[]
}

/** An operator's texts of a message; absent parts stay built-in. */
export interface MessageTexts {
  readonly subject?: MessageTemplate
  readonly body?: MessageTemplate
  readonly html?: MessageTemplate
  readonly sms?: MessageTemplate
}

/** A third party's service that receives the events of flows, and may change or refuse them. */
export interface WebHookConfig extends HttpCallConfig {
  /** Its path in the configuration. */
  readonly path: string
  /**
   * `interrupting`: called before anything is stored, and may refuse. `blocking`: called and awaited afterwards.
   * `background`: called later, and repeated if it fails.
   */
  readonly mode: 'interrupting' | 'blocking' | 'background'
  /** Its response changes the account. */
  readonly isParsed: boolean
}

/** The configuration of a flow kind. Durations are milliseconds. */
export interface FlowConfig {
  readonly enabled: boolean
  /** The page that draws this flow. */
  readonly uiUrl: string
  readonly lifespanMs: number
  /** The hooks that run when it begins. */
  readonly before: readonly HookConfig[]
  readonly after: AfterConfig
}

/** The required level. `highest_available`: two factors if the account has a second one set up, else one. */
export type AalPolicy = 'aal1' | 'highest_available'

/** The relying party of WebAuthn credentials. */
export interface RelyingParty {
  /** The domain that keys are bound to. */
  readonly id: string
  readonly displayName: string
  /** Origins of pages (and apps) whose answers count: `https://auth.example.org`. */
  readonly origins: readonly string[]
  /** True if an answer counts only if the device has verified its user. */
  readonly needsVerifiedUser: boolean
}

/** The options for devices that create a passkey or sign in with one. */
export interface PasskeyPolicy {
  readonly attachment: 'platform' | 'cross-platform'
  readonly residentKey: 'required' | 'preferred' | 'discouraged'
  readonly userVerification: 'required' | 'preferred' | 'discouraged'
  readonly attestation: 'none' | 'indirect' | 'direct' | 'enterprise'
  readonly makingMs: number
  readonly signInMs: number
}

/** A provider that people can sign in with, and its claims mapper, already loaded. */
export interface OidcProviderConfig {
  readonly id: string
  /** A key of the table of provider kinds. */
  readonly kind: string
  /** The name that people see. */
  readonly label: string
  readonly clientId: string
  readonly clientSecret: Secret | undefined
  readonly issuerUrl: string | undefined
  readonly authUrl: string | undefined
  readonly tokenUrl: string | undefined
  readonly scopes: readonly string[]
  /** Jsonnet; absent: claims fill the traits of the same meaning. */
  readonly mapper: NamedText | undefined
  /** The address of the mapper. */
  readonly mapperUrl: string | undefined
  /** `update_identity_on_login: automatic`. */
  readonly updatesIdentity: boolean
  /** `account_linking_mode: automatic`: for the provider's own mailboxes (Google), or for all verified ones (Apple). */
  readonly linksByEmail: 'own_mailboxes' | 'all' | undefined
  readonly requestedClaims: Readonly<Record<string, unknown>> | undefined
  /** Absent: the default of the provider's kind. */
  readonly claimsSource: 'id_token' | 'userinfo' | undefined
  readonly pkce: 'auto' | 'force' | 'never'
  /** The allowed audiences of native apps' id tokens. */
  readonly idTokenAudiences: readonly string[]
  readonly tenant: string | undefined
  /** Microsoft: the id token's subject, the id in Microsoft Graph, or the id in the directory. */
  readonly subjectSource: 'userinfo' | 'me' | 'oid'
  /** The only organization whose people sign in here. */
  readonly organizationId: string | undefined
  /** The address of the provider's account chooser (FedCM); absent: it has none. */
  readonly fedcmConfigUrl: string | undefined
  /** netID: the origin that tokens of the account chooser are exchanged for. */
  readonly netIdTokenOrigin: string | undefined
  readonly apple: { readonly teamId: string; readonly keyId: string; readonly privateKey: Secret } | undefined
}

/** The conversion of a session into a JSON Web Token. */
export interface TokenizerTemplate {
  /** The key set as read at start; the first key signs. */
  readonly jwks: Secret | FarText
  readonly jwksUrl: string
  readonly ttlMs: number
  /** A Jsonnet program: `claims` and `session` in, `{ claims }` out. */
  readonly claimsMapper: NamedText | undefined
  readonly subjectSource: 'id' | 'external_id'
}

/** The OAuth2 server on whose behalf people sign in. */
export interface OAuth2ProviderConfig {
  /** The address of its admin API, without a slash at its end. */
  readonly url: string
  /** Headers of every call, such as a key. */
  readonly headers: Readonly<Record<string, Secret>>
  /** Flows return to the client's first request at the end, whichever detour they take. */
  readonly overrideReturnTo: boolean
}

/** An identity schema. */
export interface SchemaConfig {
  readonly id: string
  /** Empty if it is `far`. */
  readonly document: Readonly<Record<string, unknown>>
  /** Present if its address did not answer. */
  readonly far?: FarText
  readonly selfserviceSelectable: boolean
}

/** The embedded identity service's configuration: Kratos' `kratos.yml`, parsed, defaulted and immutable. */
export interface IdentityConfig {
  /** Development mode: insecure cookies on http, message bodies readable on the admin API. */
  readonly dev: boolean
  readonly publicBaseUrl: string
  readonly adminBaseUrl: string
  readonly listen: {
    readonly public: { readonly host: string; readonly port: number }
    readonly admin: { readonly host: string; readonly port: number }
  }
  readonly cors: { readonly public: CorsConfig; readonly admin: CorsConfig }
  /** `memory` or `sqlite://FILE?…`. */
  readonly dsn: string
  readonly defaultSchemaId: string
  readonly schemas: readonly SchemaConfig[]
  /** Every document that was missing when the configuration was read. */
  readonly farTexts: readonly FarText[]
  /** The organizations of the file; others may be added while the service runs. */
  readonly organizations: readonly Organization[]
  readonly selfservice: {
    readonly defaultReturnUrl: string
    readonly allowedReturnUrls: readonly string[]
    readonly flows: {
      readonly error: { readonly uiUrl: string }
      readonly logout: { readonly defaultReturnUrl: string | undefined }
      readonly login: FlowConfig & { readonly style: 'unified' | 'identifier_first' }
      readonly registration: FlowConfig & { readonly style: 'profile_first' | 'unified'; readonly loginHints: boolean }
      readonly settings: FlowConfig & { readonly privilegedSessionMaxAgeMs: number; readonly requiredAal: AalPolicy }
      readonly recovery: FlowConfig & { readonly use: 'code' | 'link'; readonly notifyUnknownRecipients: boolean }
      readonly verification: FlowConfig & { readonly use: 'code' | 'link'; readonly notifyUnknownRecipients: boolean }
    }
    readonly methods: {
      readonly password: {
        readonly enabled: boolean
        readonly minPasswordLength: number
        readonly identifierSimilarityCheckEnabled: boolean
        readonly haveIBeenPwnedEnabled: boolean
        readonly haveIBeenPwnedHost: string
        readonly maxBreaches: number
        readonly ignoreNetworkErrors: boolean
        /** The system that checks passwords of accounts to be migrated. */
        readonly migrateHook: HttpCallConfig | undefined
      }
      readonly code: {
        readonly enabled: boolean
        readonly passwordlessEnabled: boolean
        readonly mfaEnabled: boolean
        readonly lifespanMs: number
        readonly maxSubmissions: number
      }
      readonly link: { readonly enabled: boolean; readonly lifespanMs: number; readonly baseUrl: string | undefined }
      readonly profile: { readonly enabled: boolean }
      readonly oidc: {
        readonly enabled: boolean
        /** The base address of callbacks; absent: the public base URL. */
        readonly baseRedirectUri: string | undefined
        readonly providers: readonly OidcProviderConfig[]
      }
      readonly totp: {
        readonly enabled: boolean
        /** The name of this service in authenticator apps. */
        readonly issuer: string
      }
      readonly lookupSecret: { readonly enabled: boolean }
      /** `rp` is present if the method is enabled. `passwordless`: keys are a first factor, else a second one. */
      readonly webauthn: {
        readonly enabled: boolean
        readonly passwordless: boolean
        readonly rp: RelyingParty | undefined
      }
      readonly passkey: {
        readonly enabled: boolean
        readonly rp: RelyingParty | undefined
        readonly policy: PasskeyPolicy
        /** True if a passkey whose device verified its user counts as both steps of a sign-in. */
        readonly isMultiFactor: boolean
      }
    }
  }
  readonly session: {
    readonly lifespanMs: number
    readonly earliestPossibleExtendMs: number
    readonly cookie: {
      readonly name: string
      readonly domain: string | undefined
      readonly path: string
      readonly sameSite: 'Lax' | 'Strict' | 'None'
      readonly secure: boolean
      readonly persistent: boolean
    }
    readonly whoami: {
      readonly requiredAal: AalPolicy
      /** By name, as in `tokenize_as`. */
      readonly tokenizer: { readonly templates: Readonly<Record<string, TokenizerTemplate>> }
    }
  }
  /** Defaults for the anti-CSRF and continuity cookies. */
  readonly cookies: {
    readonly domain: string | undefined
    readonly path: string
    readonly sameSite: 'Lax' | 'Strict' | 'None'
    readonly secure: boolean
  }
  /** The first of each list signs or encrypts; all of them verify or decrypt. */
  readonly secrets: {
    readonly default: readonly Secret[]
    readonly cookie: readonly Secret[]
    readonly cipher: readonly Secret[]
  }
  readonly courier: {
    readonly smtp: {
      /** Absent: messages stay in the outbox (dev mode: they count as sent, and the inbox shows them). */
      readonly connectionUri: Secret | undefined
      /** True if the operator chose the server, which may then be in a private network. */
      readonly isTrusted: boolean
      /** True if the server has to be at a public address, even one that the operator chose (`clients.smtp`). */
      readonly isPublicOnly: boolean
      readonly fromAddress: string
      readonly fromName: string | undefined
      readonly headers: Readonly<Record<string, string>>
      /** The name of the service in the SMTP greeting. */
      readonly localName: string
    }
    readonly messageRetries: number
    /** Services that receive messages over HTTP. E-mail without one is sent by SMTP. */
    readonly channels: { readonly email?: HttpCallConfig; readonly sms?: HttpCallConfig }
    /** Texts in place of the built-in ones, by template. */
    readonly templates: Readonly<Record<string, MessageTexts>>
  }
  readonly hashers: {
    readonly algorithm: 'argon2' | 'bcrypt'
    readonly argon2: {
      readonly memoryKiB: number
      readonly iterations: number
      readonly parallelism: number
      readonly saltLength: number
      readonly keyLength: number
    }
    readonly bcrypt: { readonly cost: number }
  }
  /** Absent: there is no sign-in on behalf of OAuth2 clients. */
  readonly oauth2Provider: OAuth2ProviderConfig | undefined
  readonly featureFlags: {
    readonly useContinueWithTransitions: boolean
    readonly chooseRecoveryAddress: boolean
    readonly refreshLoginChooseAddress: boolean
    readonly cacheableSessions: boolean
    readonly cacheableSessionsMaxAgeMs: number | undefined
    readonly fasterSessionExtend: boolean
    readonly legacyContinueWithVerificationUi: boolean
    readonly legacyRequireVerifiedLoginError: boolean
    readonly legacyOidcRegistrationNodeGroup: boolean
    readonly passwordProfileRegistrationNodeGroup: string
  }
  /** Calls to addresses that the configuration names. */
  readonly outbound: {
    /** True if web hooks may go to private addresses. */
    readonly allowPrivate: boolean
    /**
     * True if all other calls may too: providers, message services, mail servers, the register of leaked passwords.
     * Their addresses come from the author of the configuration, so they may unless the file forbids it.
     */
    readonly allowPrivateServices: boolean
    /** Addresses that are allowed despite this; `*` matches anything but a slash, `**` matches anything. */
    readonly privateExceptions: readonly string[]
    /** Headers of the person's request that web hooks receive. Lower case. */
    readonly headersForHooks: readonly string[]
  }
  readonly security: { readonly accountEnumerationMitigate: boolean }
  /** Answers that are better than Ory Kratos', by name: off under an operator's own file. */
  readonly improvements: Improvements
}
