import type { Clock } from '@gatehouse/platform/work'
import type { Transactions } from '@gatehouse/platform/database'
import type { IdentityConfig } from '../configuration/config.ts'
import type { Notices } from '../courier/notices.ts'
import type { Seals } from '../credentials/sealed.ts'
import type { RememberedDevices } from '../devices/remembered-devices.ts'
import type { WebHooks } from './ports/web-hooks.ts'
import type { LoginRequests } from '../oauth2/login-requests.ts'
import type { Limits } from '../limits/policy.ts'
import type { MessageLimits } from '../limits/messages.ts'
import type { Memberships } from '../identities/membership.ts'
import type { AddressProofs } from './steps/address-proofs.ts'
import type { Identity } from '../identities/identity.ts'
import type { IdentitySchemas } from '../identities/schemas.ts'
import type { IdentityStore } from '../identities/identity-store.ts'
import type { SessionManager } from '../sessions/manager.ts'
import type { SignInProvider } from '../organizations/sign-in-provider.ts'
import type { MethodNames } from './ports/method-names.ts'
import type { Strategies, WireMethods } from './ports/strategy.ts'
import type { CsrfCookies } from './http/csrf.ts'
import type { ReturnUrls } from './http/return-to.ts'
import type { FlowEvents } from './steps/flow-events.ts'
import type { FlowStore } from './ports/flow-store.ts'
import type { PendingAddressChangeStore } from './ports/pending-address-changes.ts'
import type { PendingRegistrationStore } from './ports/pending-registrations.ts'

/**
 * Everything that the flows of one service share. A function takes the part of it that it uses (`needs.ts`); the whole
 * of it is only in `self-service.ts`, which builds it.
 */
export interface FlowContext {
  readonly config: IdentityConfig
  readonly clock: Clock
  readonly events: FlowEvents
  readonly flows: FlowStore
  readonly pendingRegistrations: PendingRegistrationStore
  readonly pendingAddressChanges: PendingAddressChangeStore
  readonly identities: IdentityStore
  readonly addressProofs: AddressProofs
  readonly transactions: Transactions
  readonly schemas: IdentitySchemas
  readonly sessions: SessionManager
  readonly rememberedDevices: RememberedDevices
  readonly notices: Notices
  readonly webHooks: WebHooks
  readonly seals: Seals
  /** How often sign-ins may fail, and codes be wrong. */
  readonly limits: Limits
  /** How many messages may be sent. */
  readonly messageLimits: MessageLimits
  /** A line for the operator. */
  readonly warn: (text: string) => void
  readonly csrf: CsrfCookies
  readonly returnUrls: ReturnUrls
  readonly providers: readonly SignInProvider[]
  readonly memberships: Memberships
  readonly strategies: Strategies
  readonly wireMethods: WireMethods
  /** A change of an account without the factors that end with what it removes. */
  readonly withoutLoneSpares: (before: Identity, after: Identity) => Identity
  /** What steps know of methods by name. */
  readonly methodNames: MethodNames
  /** Of the OAuth2 server; absent where none is configured. */
  readonly loginRequests: LoginRequests | undefined
}
