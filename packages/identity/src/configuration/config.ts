import type { Secret } from '@gatehouse/platform/secrets'

import type { Organization } from '../organizations/organization.ts'
import type { CorsConfig } from '../http/cors.ts'
import type { HttpAuth } from '../outbound/authentication.ts'
import type { FarText, NamedText } from './far-text.ts'
import type { Improvements } from './improvements.ts'

/** Where a flow goes when it is done, and what runs then (`selfservice.flows.*.after`). */
export interface AfterConfig {
  readonly defaultReturnUrl: string | undefined
  readonly hooks: readonly HookConfig[]
  /** Overrides per method id; a method's own hooks replace the flow's. */
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

/** A text of the operator: a Go template, with what lies beside it and may be named by it. */
export interface MessageTemplate {
  /** Where it comes from, for operators: a key of the configuration, or a folder. */
  readonly origin: string
  /** The name of the file that is executed. */
  readonly main: string
  readonly files: readonly { readonly name: string; readonly text: NamedText }[]
}

/** An operator's own texts of a message; absent parts stay as they are. */
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
   * `interrupting`: called before anything is stored, may refuse. `blocking`: called afterwards, and waited for.
   * `background`: called some time later, again if it fails.
   */
  readonly mode: 'interrupting' | 'blocking' | 'background'
  /** What it answers changes the account. */
  readonly isParsed: boolean
}

/** What every flow kind is configured with. Durations are milliseconds. */
export interface FlowConfig {
  readonly enabled: boolean
  /** The page that draws this flow. */
  readonly uiUrl: string
  readonly lifespanMs: number
  /** What runs when it begins. */
  readonly before: readonly HookConfig[]
  readonly after: AfterConfig
}

/** How many factors it takes. `highest_available`: two where the account has a second one set up, else one. */
export type AalPolicy = 'aal1' | 'highest_available'

/** Who asks for WebAuthn credentials. */
export interface RelyingParty {
  /** The domain that keys are bound to. */
  readonly id: string
  readonly displayName: string
  /** Pages (and apps) whose answers count: `https://auth.example.org`. */
  readonly origins: readonly string[]
  /** Whether an answer counts only if the device has checked who holds it. */
  readonly needsVerifiedUser: boolean
}

/** What devices are asked for when they make a passkey or sign in with one. */
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
  /** What people see. */
  readonly label: string
  readonly clientId: string
  readonly clientSecret: Secret | undefined
  readonly issuerUrl: string | undefined
  readonly authUrl: string | undefined
  readonly tokenUrl: string | undefined
  readonly scopes: readonly string[]
  /** Jsonnet; absent: claims fill the traits of the same meaning. */
  readonly mapper: NamedText | undefined
  /** Where the mapper was read from. */
  readonly mapperUrl: string | undefined
  /** `update_identity_on_login: automatic`. */
  readonly updatesIdentity: boolean
  /** `account_linking_mode: automatic`: for the provider's own mailboxes (Google), or for all that it verified (Apple). */
  readonly linksByEmail: 'own_mailboxes' | 'all' | undefined
  readonly requestedClaims: Readonly<Record<string, unknown>> | undefined
  /** Absent: what the kind of provider says. */
  readonly claimsSource: 'id_token' | 'userinfo' | undefined
  readonly pkce: 'auto' | 'force' | 'never'
  /** Audiences that id tokens of native apps may have. */
  readonly idTokenAudiences: readonly string[]
  readonly tenant: string | undefined
  /** Microsoft: the id token's subject, the id in Microsoft Graph, or the id in the directory. */
  readonly subjectSource: 'userinfo' | 'me' | 'oid'
  /** The organization whose people alone sign in here. */
  readonly organizationId: string | undefined
  /** Where browsers find the provider's account chooser (FedCM); absent: it has none. */
  readonly fedcmConfigUrl: string | undefined
  /** netID: the origin that tokens of the account chooser are exchanged for. */
  readonly netIdTokenOrigin: string | undefined
  readonly apple: { readonly teamId: string; readonly keyId: string; readonly privateKey: Secret } | undefined
}

/** How a session becomes a JSON Web Token. */
export interface TokenizerTemplate {
  /** The key set as it was read at start; the first key signs. */
  readonly jwks: Secret | FarText
  readonly jwksUrl: string
  readonly ttlMs: number
  /** A Jsonnet program: `claims` and `session` in, `{ claims }` out. */
  readonly claimsMapper: NamedText | undefined
  readonly subjectSource: 'id' | 'external_id'
}

/** The OAuth2 server that people are signed in for. */
export interface OAuth2ProviderConfig {
  /** Where its admin API is, without a slash at its end. */
  readonly url: string
  /** Sent along with every call, such as a key. */
  readonly headers: Readonly<Record<string, Secret>>
  /** Flows lead back to the client's first request in the end, whichever detour they take. */
  readonly overrideReturnTo: boolean
}

/** An identity schema. */
export interface SchemaConfig {
  readonly id: string
  /** Empty where it is `far`. */
  readonly document: Readonly<Record<string, unknown>>
  /** Where its address did not answer. */
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
  /** Every document that was not there when the configuration was read. */
  readonly farTexts: readonly FarText[]
  /** Those of the file; others may be added while the service runs. */
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
        /** The system that is asked for passwords of accounts that are to move. */
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
        /** Where callbacks come back to; absent: the public base URL. */
        readonly baseRedirectUri: string | undefined
        readonly providers: readonly OidcProviderConfig[]
      }
      readonly totp: {
        readonly enabled: boolean
        /** What authenticator apps call this service. */
        readonly issuer: string
      }
      readonly lookupSecret: { readonly enabled: boolean }
      /** `rp` is there if the method is enabled. `passwordless`: keys are a first factor, else a second one. */
      readonly webauthn: {
        readonly enabled: boolean
        readonly passwordless: boolean
        readonly rp: RelyingParty | undefined
      }
      readonly passkey: {
        readonly enabled: boolean
        readonly rp: RelyingParty | undefined
        readonly policy: PasskeyPolicy
        /** One whose device has checked who holds it is both steps of a sign-in. */
        readonly isBothSteps: boolean
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
      /** By name, as `tokenize_as` asks for them. */
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
      /** Whether the operator chose the server, which may then be in a private network. */
      readonly isTrusted: boolean
      /** Whether the server may be at a public address alone, even one that the operator chose (`clients.smtp`). */
      readonly isPublicOnly: boolean
      readonly fromAddress: string
      readonly fromName: string | undefined
      readonly headers: Readonly<Record<string, string>>
      /** How the service names itself to the SMTP server. */
      readonly localName: string
    }
    readonly messageRetries: number
    /** Services that take messages over HTTP. E-mail without one goes by SMTP. */
    readonly channels: { readonly email?: HttpCallConfig; readonly sms?: HttpCallConfig }
    /** Texts in the place of the built-in ones, by template. */
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
    /** Whether web hooks may go to private addresses. */
    readonly allowPrivate: boolean
    /**
     * Whether everything else may too: providers, message services, mail servers, the register of leaked passwords. Their addresses
     * come from the author of the configuration, so they may unless the file says no.
     */
    readonly allowPrivateServices: boolean
    /** Addresses that are allowed all the same; `*` stands for anything but a slash, `**` for anything. */
    readonly privateExceptions: readonly string[]
    /** Headers of the person's request that web hooks receive. Lower case. */
    readonly headersForHooks: readonly string[]
  }
  readonly security: { readonly accountEnumerationMitigate: boolean }
  /** Where this service answers better than Ory Kratos, by name: off under an operator's own file. */
  readonly improvements: Improvements
}
