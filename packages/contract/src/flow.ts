import type { ContinueWith } from './continue-with.ts'
import type { Identity } from './identity.ts'
import type { Message } from './messages.ts'
import type { UiNode } from './node.ts'
import type { Aal, Session } from './session.ts'

/** The five self-service flows. */
export type FlowKind = 'login' | 'registration' | 'settings' | 'recovery' | 'verification'
/** All five, as a list. */
export const flowKinds: readonly FlowKind[] = ['login', 'registration', 'settings', 'recovery', 'verification']

/** `browser` is protected by an anti-CSRF cookie and ends in a session cookie; `api` is native and ends in a token. */
export type FlowType = 'browser' | 'api'

/** A form: the address to post to, the nodes to draw, the messages to show. */
export interface UiContainer {
  readonly action: string
  readonly method: string
  readonly nodes: readonly UiNode[]
  readonly messages?: readonly Message[]
}

interface FlowBase {
  readonly id: string
  readonly type: FlowType
  readonly expires_at: string
  readonly issued_at: string
  readonly request_url: string
  readonly ui: UiContainer
  readonly return_to?: string
  readonly active?: string
  readonly transient_payload?: Readonly<Record<string, unknown>>
}

/** The states a code-bearing flow passes through (login, registration, verification, recovery v1). */
export type CodeFlowState = 'choose_method' | 'sent_email' | 'passed_challenge'

/** The organization whose people a flow is for. */
interface OrganizationFlow {
  readonly organization_id: string | null
  /** Not of the wire: the embedded service's name of that organization. */
  readonly organization?: { readonly label: string }
}

/** A sign-in, a confirmation (`refresh`) or a second factor (`requested_aal`). Times are RFC 3339, as in every flow. */
export interface LoginFlow extends FlowBase, OrganizationFlow {
  readonly created_at: string
  readonly updated_at: string
  readonly refresh: boolean
  readonly requested_aal: Aal
  readonly state: CodeFlowState
  readonly oauth2_login_challenge?: string
  readonly oauth2_login_request?: unknown
  readonly session_token_exchange_code?: string
  readonly identity_schema?: string
  /** A dry run that an administrator has started: `debug_payload` once it was run. */
  readonly test_context?: TestLoginContext
}

/** The provider that a test login tries, and its result. */
export interface TestLoginContext {
  readonly provider_id: string
  readonly debug_payload?: Readonly<Record<string, unknown>> & {
    readonly error?: { readonly step?: string; readonly reason?: string; readonly message?: string }
  }
}

/** A sign-up. */
export interface RegistrationFlow extends FlowBase, OrganizationFlow {
  readonly state: CodeFlowState
  readonly oauth2_login_challenge?: string
  readonly oauth2_login_request?: unknown
  readonly session_token_exchange_code?: string
  readonly identity_schema?: string
}

/** The settings of the signed-in person, `identity`. */
export interface SettingsFlow extends FlowBase {
  readonly identity: Identity
  readonly state: 'show_form' | 'success'
  readonly continue_with?: readonly ContinueWith[]
}

/** Recovery v2 (choose and confirm an address) has further states beside those of v1. */
export type RecoveryFlowState =
  | CodeFlowState
  | 'recovery_awaiting_address'
  | 'recovery_awaiting_address_choice'
  | 'recovery_confirming_address'
  | 'recovery_awaiting_code'

/** The way back into an account. */
export interface RecoveryFlow extends FlowBase {
  readonly state: RecoveryFlowState
  readonly continue_with?: readonly ContinueWith[]
}

/** The proof that an address is one’s own. */
export interface VerificationFlow extends FlowBase {
  readonly state: CodeFlowState
}

/** The flow shape of each kind. */
export interface FlowByKind {
  readonly login: LoginFlow
  readonly registration: RegistrationFlow
  readonly settings: SettingsFlow
  readonly recovery: RecoveryFlow
  readonly verification: VerificationFlow
}
/** A flow of any kind. */
export type Flow = FlowByKind[FlowKind]

/** Answer to a finished login. `session_token` only for native flows. */
export interface SuccessfulLogin {
  readonly session: Session
  readonly session_token?: string
  readonly continue_with?: readonly ContinueWith[] | null
}

/** Answer to a finished registration. `session` and `session_token` only if the `session` hook runs. */
export interface SuccessfulRegistration {
  readonly identity: Identity
  readonly session?: Session
  readonly session_token?: string
  readonly continue_with?: readonly ContinueWith[] | null
}

/** The answer to a successful submit of each kind. */
export interface SubmitResultByKind {
  readonly login: SuccessfulLogin
  readonly registration: SuccessfulRegistration
  readonly settings: SettingsFlow
  readonly recovery: RecoveryFlow
  readonly verification: VerificationFlow
}

/** Answer of the logout endpoint for browsers. */
export interface LogoutFlow {
  readonly logout_url: string
  readonly logout_token: string
}

/** A stored error, shown on the error page. */
export interface FlowError {
  readonly id: string
  readonly error: Readonly<Record<string, unknown>>
  readonly created_at: string
  readonly updated_at: string
}
