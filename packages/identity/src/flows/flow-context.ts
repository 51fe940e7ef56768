import type { Clock } from '@gatehouse/platform/clock'
import type { Transactions } from '@gatehouse/platform/transactions'
import type { IdentityConfig } from '../configuration/config.ts'
import type { Courier } from '../courier/message.ts'
import type { Notices } from '../courier/notices.ts'
import type { PasswordHasher } from '../credentials/hasher.ts'
import type { Seals } from '../credentials/sealed.ts'
import type { RememberedDevices } from '../devices/remembered-devices.ts'
import type { WebHooks } from './ports/web-hooks.ts'
import type { EvaluateJsonnet } from '../jsonnet/jsonnet.ts'
import type { LoginRequests } from '../oauth2/login-requests.ts'
import type { Limits } from '../limits/policy.ts'
import type { MessageLimits } from '../limits/messages.ts'
import type { Memberships } from '../identities/membership.ts'
import type { OrganizationStore } from '../organizations/organization.ts'
import type { AddressProofs } from './steps/address-proofs.ts'
import type { IdentitySchemas } from '../identities/schemas.ts'
import type { IdentityStore } from '../identities/identity-store.ts'
import type { SessionManager } from '../sessions/manager.ts'
import type { SignInProvider } from '../organizations/sign-in-provider.ts'
import type { Strategies, WireMethods } from './ports/strategy.ts'
import type { CsrfCookies } from './http/csrf.ts'
import type { ReturnUrls } from './http/return-to.ts'
import type { FlowEvents } from './steps/flow-events.ts'
import type { FlowStore } from './ports/flow-store.ts'

/** What the flows of one service are built from. */
export interface FlowDependencies {
  readonly config: IdentityConfig
  readonly clock: Clock
  readonly events: FlowEvents
  readonly flows: FlowStore
  readonly identities: IdentityStore
  readonly addressProofs: AddressProofs
  readonly organizations: OrganizationStore
  readonly transactions: Transactions
  readonly schemas: IdentitySchemas
  readonly sessions: SessionManager
  readonly rememberedDevices: RememberedDevices
  readonly courier: Courier
  readonly notices: Notices
  readonly hasher: PasswordHasher
  readonly webHooks: WebHooks
  readonly evaluateJsonnet: EvaluateJsonnet
  readonly seals: Seals
  /** How often sign-ins may fail, and codes be wrong. */
  readonly limits: Limits
  /** How many messages may be sent. */
  readonly messageLimits: MessageLimits
  /** For calls to other services: leaked passwords, providers. */
  readonly fetch: typeof globalThis.fetch
  /** A line for the operator. */
  readonly warn: (text: string) => void
}

/** The dependencies, and what is prepared once from them. */
export interface FlowContext extends FlowDependencies {
  readonly csrf: CsrfCookies
  readonly returnUrls: ReturnUrls
  readonly providers: readonly SignInProvider[]
  readonly memberships: Memberships
  readonly strategies: Strategies
  readonly wireMethods: WireMethods
  /** Of the OAuth2 server; absent where none is configured. */
  readonly loginRequests: LoginRequests | undefined
}
