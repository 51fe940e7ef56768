import type { FlowContext } from './flow-context.ts'

// TABLE: what the steps of the flows take of their context, by what they do. A step names what it uses and nothing else.

/** Running a table of steps. */
export type RunNeeds = Pick<FlowContext, 'events' | 'strategies' | 'wireMethods'>

/** Looking up what a submission is for and who sends it, and running the steps. */
export type SubmitNeeds = RunNeeds & Pick<FlowContext, 'flows' | 'sessions'>

/** Writing what a flow has come to. */
export type MoveNeeds = Pick<FlowContext, 'flows' | 'transactions' | 'clock'>

/** Showing the form again, with what was wrong. */
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

/** What only browsers have: the anti-CSRF cookie, and addresses to return to. */
export type BrowserNeeds = Pick<FlowContext, 'csrf' | 'returnUrls'>

/** Reading and presenting sessions. */
export type SessionNeeds = Pick<FlowContext, 'config' | 'sessions'>

/** Signing in on behalf of an OAuth2 client. */
export type ClientNeeds = SessionNeeds & Pick<FlowContext, 'loginRequests' | 'warn'>

/** Asking and telling web hooks, which may refuse. */
export type HookNeeds = RejectNeeds & Pick<FlowContext, 'webHooks'>

/** Recording that an address was proved, and what that removes. */
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

/** Making an account. */
export type RegistrationNeeds = HookNeeds &
  AskNeeds &
  ClientNeeds &
  BrowserNeeds &
  Pick<FlowContext, 'memberships' | 'pendingRegistrations' | 'providers' | 'strategies'>

/** Ending a sign-in. */
export type LoginNeeds = RegistrationNeeds & ProofNeeds & Pick<FlowContext, 'pendingAddressChanges'>
