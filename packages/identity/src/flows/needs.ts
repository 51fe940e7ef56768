import type { FlowContext } from './flow-context.ts'

// TABLE: the parts of the context that the steps of the flows use, by task. A step names only the parts that it uses.

/** Running a table of steps. */
export type RunNeeds = Pick<FlowContext, 'events' | 'strategies' | 'wireMethods'>

/** Looking up the flow and the sender of a submission, and running the steps. */
export type SubmitNeeds = RunNeeds & Pick<FlowContext, 'flows' | 'sessions'>

/** Writing the new state of a flow. */
export type MoveNeeds = Pick<FlowContext, 'flows' | 'transactions' | 'clock'>

/** Showing the form again, with its errors. */
export type RejectNeeds = MoveNeeds & Pick<FlowContext, 'events' | 'identities' | 'methodNames' | 'schemas'>

/** Showing another form, with the messages that belong to it. */
export type AskNeeds = MoveNeeds & Pick<FlowContext, 'messageLimits'>

/** Opening a flow of recovery or verification. */
export type OpenNeeds = Pick<FlowContext, 'config' | 'flows' | 'strategies'>

/** Opening a flow whose form has fields of the identity schema. */
export type FormNeeds = OpenNeeds & Pick<FlowContext, 'identities' | 'methodNames' | 'schemas'>

/** Drawing settings, with the addresses that wait for their proof. */
export type SettingsFormNeeds = FormNeeds & Pick<FlowContext, 'pendingAddressChanges'>

/** Opening a sign-in, which may send a code at once. */
export type LoginFormNeeds = FormNeeds & Pick<FlowContext, 'messageLimits' | 'transactions'>

/** Redirecting to the connections of an organization. */
export type OrganizationNeeds = AskNeeds & Pick<FlowContext, 'memberships' | 'methodNames' | 'schemas' | 'strategies'>

/** Redirecting a sign-up to the connections of an organization. */
export type SignUpRedirectNeeds = AskNeeds & FormNeeds

/** Parts that only browsers need: the anti-CSRF cookie, and addresses to return to. */
export type BrowserNeeds = Pick<FlowContext, 'csrf' | 'returnUrls'>

/** Reading and presenting sessions. */
export type SessionNeeds = Pick<FlowContext, 'config' | 'sessions'>

/** Signing in on behalf of an OAuth2 client. */
export type ClientNeeds = SessionNeeds & Pick<FlowContext, 'loginRequests' | 'warn'>

/** Calling web hooks, which may refuse. */
export type HookNeeds = RejectNeeds & Pick<FlowContext, 'webHooks'>

/** Recording that an address was proved, and removing the earlier access. */
export type ProofNeeds = Pick<FlowContext, 'addressProofs' | 'notices' | 'rememberedDevices'>

/** Completing an account, or a change of one, that waited for the proof of addresses. */
export type CompletionNeeds = HookNeeds &
  ClientNeeds &
  BrowserNeeds &
  Pick<
    FlowContext,
    'addressProofs' | 'notices' | 'pendingAddressChanges' | 'pendingRegistrations' | 'providers' | 'strategies'
  >

/** Ending a recovery. */
export type RecoveryNeeds = HookNeeds &
  SessionNeeds &
  ProofNeeds &
  Pick<FlowContext, 'csrf' | 'memberships' | 'pendingAddressChanges' | 'strategies'>

/** Saving settings. */
export type SettingsNeeds = HookNeeds &
  AskNeeds &
  SessionNeeds &
  Pick<
    FlowContext,
    | 'addressProofs'
    | 'memberships'
    | 'notices'
    | 'pendingAddressChanges'
    | 'returnUrls'
    | 'strategies'
    | 'warn'
    | 'withoutLoneSpares'
  >

/** Creating an account. */
export type RegistrationNeeds = HookNeeds &
  AskNeeds &
  ClientNeeds &
  BrowserNeeds &
  Pick<FlowContext, 'memberships' | 'pendingRegistrations' | 'providers' | 'strategies'>

/** Ending a sign-in. */
export type LoginNeeds = RegistrationNeeds & ProofNeeds & Pick<FlowContext, 'pendingAddressChanges'>
