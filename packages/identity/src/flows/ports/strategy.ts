import type { FlowKind, FlowType, Message, UiNode } from '@gatehouse/contract/flows'
import type { MessageSubject } from '../../courier/message.ts'
import type { NoticeTemplate } from '../../courier/templates.ts'
import type { Credential, Identity, Traits, VerifiableAddress } from '../../identities/identity.ts'
import type { IdentitySchema } from '../../identities/schema.ts'
import type { FieldMessage } from '../../nodes/change.ts'
import type { Session } from '../../sessions/session.ts'
import type { Fields, Submission } from '../http/submission.ts'
import type { StoredFlow } from '../model/flow.ts'
import type { LoginEvent, RegistrationEvent, RecoveryEvent, VerificationEvent } from '../model/transitions.ts'
import type { Ask, Proved, Redirect, Refused, Rejected } from './strategy-outcome.ts'

/**
 * A sign-in method: a way to prove or change who one is. A missing capability means that it cannot do that. A new
 * strategy folder is added to `registry.ts`, and no other file needs to know it.
 */
export interface Strategy {
  /** The `method` that selects it. */
  readonly id: string
  readonly login?: LoginCapability
  readonly registration?: RegistrationCapability
  readonly settings?: SettingsCapability
  readonly recovery?: RecoveryCapability
  readonly verification?: VerificationCapability
  readonly magicLinks?: MagicLinkCapability
  readonly adminRecovery?: AdminRecoveryCapability
  /** Signing in through accounts at providers, the connections of an organization among them. */
  readonly socialSignIn?: SocialSignInCapability
}

/** The network of the request, as the limits count it (`visitorNetwork`). */
type Network = string | undefined

// Login

/** The input for drawing a sign-in form. */
export interface LoginForm {
  readonly type: FlowType
  readonly aal: 'aal1' | 'aal2'
  /** `identifier_first` has two screens: the name, then the method. */
  readonly screen: 'unified' | 'identifier' | 'credentials'
  readonly refresh: boolean
  /** The account of the form, if it is known: refresh, second factor, second screen. */
  readonly identity?: Identity
  readonly identifierLabel: Message
  /** Second factor by code: only this address. */
  readonly via?: string
  /** Signing in will link an account at this provider. */
  readonly linking?: string
  /** Only the connections of this organization are offered. */
  readonly organizationId?: string
}

/** One submitted sign-in. `identity` is the signed-in person's, for refresh and second factor. */
export interface LoginAttempt {
  readonly flow: StoredFlow
  readonly fields: Fields
  readonly now: number
  readonly network: Network
  readonly identity: Identity | undefined
}

/** The result of a submitted sign-in. Strategies throw nothing to steer the flow; `flows/login/run.ts` handles each. */
export type LoginOutcome =
  | {
      readonly kind: 'authenticated'
      readonly identity: Identity
      /** As `authentication_methods` names it. */
      readonly method: string
      readonly aal: 'aal1' | 'aal2'
      /** The method is a second factor as well, for accounts that have one. */
      readonly isMultiFactor?: boolean
      readonly provider?: string
      /** The address that this proved as well. */
      readonly address?: string
      /**
       * False if the account was changed such that the proof no longer counts. Absent: the check has used the proof up.
       */
      readonly stillHolds?: (identity: Identity) => boolean
    }
  | {
      /** Identifier first: the name was given; `identity` is absent if no account has it and that must not show. */
      readonly kind: 'identified'
      readonly identifier: string
      readonly identity: Identity | undefined
    }
  | Rejected
  | Ask<LoginEvent>
  | Proved
  | Redirect
  | Refused

/** Signing in: drawing the form and handling its submission. */
export interface LoginCapability {
  nodes(form: LoginForm): readonly UiNode[]
  /** Returns the first step of a form that does not wait for a choice; rare. */
  start?(
    form: LoginForm,
    flow: Pick<StoredFlow, 'id' | 'requestUrl' | 'details'>,
    now: number,
  ): Ask<LoginEvent> | undefined
  /** Returns the subject whose sign-in limit a failure counts against; a success clears it. */
  limitSubject(attempt: LoginAttempt): LimitSubject
  submit(attempt: LoginAttempt): LoginOutcome | Promise<LoginOutcome>
}

/** The subject of a sign-in limit, before a look-up shows whether the account exists. */
export type LimitSubject =
  /** The account with the typed name. */
  | { readonly kind: 'name'; readonly name: string }
  /** The owner of the session, whatever name the submission has. */
  | { readonly kind: 'account'; readonly identityId: string }
  /** A proof that identifies its account and cannot be guessed, or no proof yet. */
  | { readonly kind: 'unnamed' }
  /** A code that was sent: tries of codes are counted at the comparison. */
  | { readonly kind: 'code' }

// Registration

/** The input for drawing a sign-up form. */
export interface RegistrationForm {
  readonly type: FlowType
  /** `profile_first` has two screens: the profile, then the method. */
  readonly screen: 'unified' | 'profile' | 'credentials'
  readonly schema: IdentitySchema
  /** Only the connections of this organization are offered. */
  readonly organizationId?: string
}

/** One submitted sign-up with traits that the schema accepts. */
export interface RegistrationAttempt {
  readonly flow: StoredFlow
  readonly fields: Fields
  readonly now: number
  readonly network: Network
  readonly schema: IdentitySchema
  readonly traits: Traits
  /** The traits' fields with these values, as the form shows them. */
  readonly traitNodes: readonly UiNode[]
  /** The account that follows from the traits: identifiers and addresses, still without a secret. */
  readonly draft: Identity
}

/** The result of a submitted sign-up; `flows/registration/steps.ts` handles each. */
export type RegistrationOutcome =
  | {
      readonly kind: 'accepted'
      readonly method: string
      readonly provider?: string
      /** The new account with its secret. */
      readonly identity: Identity
    }
  | {
      /** Another screen of the same form. */
      readonly kind: 'screen'
      readonly screen: 'profile' | 'credentials'
    }
  | Rejected
  | Ask<RegistrationEvent>
  | Proved
  | Redirect
  | Refused

/** A submitted sign-up whose traits are not checked yet. */
export interface RegistrationStart {
  readonly flow: StoredFlow
  readonly submission: Extract<Submission, { kind: 'fields' }>
  readonly schema: IdentitySchema
  readonly now: number
}

/** Signing up: drawing the form and handling its submission. */
export interface RegistrationCapability {
  nodes(form: RegistrationForm): readonly UiNode[]
  /** Returns the faults of fields beside the traits; the form names them together with those of the traits. */
  faultsOf?(fields: Fields): readonly FieldMessage[]
  /** Returns the screen that the submission opens before the traits are checked; rare. */
  screen?(fields: Fields): 'profile' | undefined
  /** Answers before the traits are checked, if they come from a provider; rare. `submit` is not called then. */
  begin?(start: RegistrationStart): Promise<Exclude<RegistrationOutcome, { kind: 'accepted' | 'screen' | 'ask' }>>
  submit(attempt: RegistrationAttempt): RegistrationOutcome | Promise<RegistrationOutcome>
}

// Settings

/** The input for drawing settings. */
export interface SettingsForm {
  readonly type: FlowType
  readonly identity: Identity
  /** Changes that wait for the proof of these addresses. */
  readonly waiting: readonly { readonly id: string; readonly addresses: readonly string[] }[]
  /** The organization whose connections can be linked, in place of the project's providers. */
  readonly organizationId?: string
}

/** One submitted change, of the person who is signed in. `now` in Unix milliseconds. */
export interface SettingsAttempt {
  readonly flow: StoredFlow
  readonly submission: Extract<Submission, { kind: 'fields' }>
  readonly fields: Fields
  readonly now: number
  readonly identity: Identity
  readonly session: Session
}

/** The result of a submitted change; `flows/settings/run.ts` handles each. */
export type SettingsOutcome =
  | {
      readonly kind: 'changed'
      /** Changes the account in its stored state at that time: another tab may have saved in between. */
      readonly change: (fresh: Identity) => Identity
      /** The method that the flow names from then on; absent: none. */
      readonly active?: string
      /** A proof that the change includes, added to the session. */
      readonly method?: { readonly method: string; readonly aal: 'aal1' | 'aal2' }
    }
  | {
      readonly kind: 'show'
      /** Changes the form in its stored state at that time. */
      readonly draw: (nodes: readonly UiNode[]) => readonly UiNode[]
    }
  | {
      /** About a change that waits for the proof of an address. */
      readonly kind: 'waiting_address'
      readonly does: 'resend' | 'discard'
      readonly id: string
    }
  | Rejected
  | Redirect
  | Refused

/** Setting a method up, changing it, and removing it. */
export interface SettingsCapability {
  nodes(form: SettingsForm): readonly UiNode[]
  /** True if members of an organization, which decides how they sign in, may use it. Absent: they may not. */
  readonly isForMembers?: boolean
  /** True if the change needs a recent sign-in. */
  isPrivileged(attempt: SettingsAttempt): boolean
  submit(attempt: SettingsAttempt): SettingsOutcome | Promise<SettingsOutcome>
  /** Returns the notices to the owner for the difference between the account before and after. Absent: no notices. */
  changes?(before: Identity, after: Identity): readonly NoticeTemplate[]
}

// Recovery and verification

/** One submission to a recovery or a verification, without a session. `now` in Unix milliseconds. */
export interface AddressAttempt {
  readonly flow: StoredFlow
  readonly fields: Fields
  readonly now: number
  readonly network: Network
}

/** The result of a submitted recovery; `flows/recovery/steps.ts` handles each. */
export type RecoveryOutcome =
  | {
      readonly kind: 'recovered'
      readonly identityId: string
      readonly method: string
      /** The address that this proved as well. */
      readonly address?: string
    }
  /** Too many wrong codes: this flow has ended, and a new one replaces it. */
  | { readonly kind: 'exhausted' }
  | Rejected
  | Ask<RecoveryEvent>
  | Refused

/** Getting back into an account. */
export interface RecoveryCapability {
  /** The state in which a new flow waits. */
  readonly initialState: 'choose_method' | 'recovery_awaiting_address'
  /** Returns the faults of a submission that no method takes, if it has any. */
  faultsOf(fields: Fields): Rejected | undefined
  nodes(form: { readonly type: FlowType }): readonly UiNode[]
  submit(attempt: AddressAttempt): RecoveryOutcome | Promise<RecoveryOutcome>
}

/** The owner of an address that is to be proved. */
export type VerificationSubject =
  | { readonly kind: 'account'; readonly identity: Identity }
  /**
   * The address counts once it is proved: with a new account, or on the changed one. `isTaken`: another account has it;
   * its owner gets `attempted` instead of a proof.
   */
  | {
      readonly kind: 'pending'
      readonly identity: Identity
      readonly isTaken: boolean
      /** The other account that has the address for proofs, if one does. */
      readonly owner: Identity | undefined
      readonly attempted: 'registration_attempted' | 'address_attempted'
    }
  | { readonly kind: 'none' }

/** The thing that waits for the proof of an address: an account, or a change of one. */
export type PendingKind = 'registration' | 'address_change'

/** The result of a submitted verification; `flows/verification/steps.ts` handles each. */
export type VerificationOutcome =
  | { readonly kind: 'verified'; readonly identityId: string; readonly address: string }
  /** The address is one that counts with this proof. */
  | { readonly kind: 'completes'; readonly what: PendingKind; readonly address: string }
  | Rejected
  | Ask<VerificationEvent>
  | Refused

/** Proving that an address belongs to a person. */
export interface VerificationCapability {
  /** Returns the faults of a submission that no method takes, if it has any. */
  faultsOf(fields: Fields): Rejected | undefined
  nodes(form: { readonly type: FlowType }): readonly UiNode[]
  /** True if this submission needs the anti-CSRF token. A code needs none. */
  needsCsrfToken(fields: Fields): boolean
  submit(attempt: AddressAttempt): VerificationOutcome | Promise<VerificationOutcome>
  /** Starts a verification on the person's behalf, for an address known to be theirs. */
  begin(
    flow: StoredFlow,
    address: Pick<VerifiableAddress, 'value' | 'via'>,
    subject: VerificationSubject,
    cause: { readonly now: number; readonly transientPayload: MessageSubject['transientPayload'] },
  ): Ask<VerificationEvent>
  /** Returns the form after a message's link was opened; nothing, if the link is not this strategy's, or is invalid. */
  follow(attempt: AddressAttempt): Promise<readonly UiNode[] | undefined>
}

/** The result of opening a link from a message. */
export type LinkOutcome =
  | { readonly kind: 'opened'; readonly identityId: string; readonly address: string }
  /** As `opened`, for an address that counts with this proof. */
  | { readonly kind: 'completes'; readonly what: PendingKind; readonly address: string }
  | { readonly kind: 'expired'; readonly expiredAt: number }
  /** Unknown, used before, or about an address that the account no longer has. */
  | { readonly kind: 'invalid' }

/** Links from messages that prove the address they were sent to. */
export interface MagicLinkCapability {
  /** Uses the token up: of two parallel requests, one wins. */
  open(purpose: 'recovery' | 'verification', flow: StoredFlow, token: string, now: number): Promise<LinkOutcome>
  /** Checks that it is an unused token of this flow. Does not use it up. */
  knows(purpose: 'recovery' | 'verification', flow: StoredFlow, token: string): Promise<boolean>
}

/** Access for a person who cannot sign in any more, issued by an administrator. No message is sent. */
export interface AdminRecoveryCapability {
  /** Returns the form in which the code is entered. */
  nodes(): readonly UiNode[]
  /** Returns the code, or the address to open, for this flow: it opens the account. Belongs in a transaction. */
  issue(flow: StoredFlow, identityId: string): Promise<string>
}

/** Accounts at providers that become sign-in methods. */
export interface SocialSignInCapability {
  /** Applies a link that waited in a flow or session; nothing: it is unusable, or another identity's. */
  applyLink(
    identity: Identity,
    link: Readonly<Record<string, unknown>>,
    now: number,
  ): Promise<LinkedIdentity | undefined>
}

/** An identity with the provider as an additional sign-in method. */
export interface LinkedIdentity {
  readonly identity: Identity
  readonly provider: string
}

/** Returns whether a submission is meant for a method, be that switched on or off. */
export type IsAddressed = (fields: Fields, flow: Pick<StoredFlow, 'type' | 'details'>) => boolean

/** A method of the wire in one kind of flow. */
export interface WireMethod {
  readonly id: string
  readonly isAddressed: IsAddressed
  /** While it cannot be used in such a flow, it is answered as a name that no method has. */
  readonly isUnknownWhenOff: boolean
  /** The field without which the wire refuses a submission before it looks whether the method is on. Absent: none. */
  readonly needs?: string
}

/** The wire's methods per flow, in the order in which a submission is offered to them. */
export type WireMethods = Readonly<Record<FlowKind, readonly WireMethod[]>>

/** The strategies of one service, in their order. */
export type Strategies = readonly Strategy[]

/** Returns the identity with another credential of its type. */
export function withCredential(identity: Identity, credential: Credential, now: number): Identity {
  return { ...identity, credentials: { ...identity.credentials, [credential.type]: credential }, updatedAt: now }
}
