import type { Transactions } from '@gatehouse/platform/database'
import type { Clock } from '@gatehouse/platform/work'
import type { IdentityConfig } from '../configuration/config.ts'
import type { Notices } from '../courier/notices.ts'
import type { Seals } from '../credentials/sealed.ts'
import type { RememberedDevices } from '../devices/remembered-devices.ts'
import type { IdentityStore } from '../identities/identity-store.ts'
import type { Identity } from '../identities/identity.ts'
import type { Memberships } from '../identities/membership.ts'
import type { IdentitySchemas } from '../identities/schemas.ts'
import type { MessageLimits } from '../limits/messages.ts'
import type { Limits } from '../limits/policy.ts'
import type { LoginRequests } from '../oauth2/login-requests.ts'
import type { SignInProvider } from '../organizations/organization.ts'
import type { SessionManager } from '../sessions/manager.ts'
import type { CsrfCookies } from './http/csrf.ts'
import type { ReturnUrls } from './http/return-to.ts'
import type { FlowStore } from './ports/flow-store.ts'
import type { MethodNames } from './ports/method-names.ts'
import type { PendingAddressChangeStore } from './ports/pending-address-changes.ts'
import type { PendingRegistrationStore } from './ports/pending-registrations.ts'
import type { Strategies, WireMethods } from './ports/strategy.ts'
import type { WebHooks } from './ports/web-hooks.ts'
import type { AddressProofs } from './steps/address-proofs.ts'
import type { FlowEvents } from './steps/flow-events.ts'

/**
 * The shared context of one service's flows, which `self-service.ts` creates. A step takes the whole; a function that
 * uses few parts takes a `Pick` of it.
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
  /** Limits of failed sign-ins and wrong codes. */
  readonly limits: Limits
  /** Limits of messages. */
  readonly messageLimits: MessageLimits
  /** Writes a warning to the operator's log. */
  readonly warn: (text: string) => void
  readonly csrf: CsrfCookies
  readonly returnUrls: ReturnUrls
  readonly providers: readonly SignInProvider[]
  readonly memberships: Memberships
  readonly strategies: Strategies
  readonly wireMethods: WireMethods
  /** Removes the spare second factors (recovery codes) if the change removed the last full one. */
  readonly withoutLoneSpares: (before: Identity, after: Identity) => Identity
  /** The methods that the steps refer to by name. */
  readonly methodNames: MethodNames
  /** Login requests of the OAuth2 server; absent if none is configured. */
  readonly loginRequests: LoginRequests | undefined
}
