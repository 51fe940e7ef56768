import type { FlowKind, FlowType, Message, UiNode } from '@gatehouse/contract/flows'

import type { MessageSubject } from '../../courier/message.ts'
import type { NoticeTemplate } from '../../courier/templates.ts'
import type { StoredFlow } from '../model/flow.ts'
import type { LoginEvent } from '../login/transitions.ts'
import type { RecoveryEvent } from '../recovery/transitions.ts'
import type { RegistrationEvent } from '../registration/transitions.ts'
import type { Fields, Submission } from '../http/submission.ts'
import type { VerificationEvent } from '../verification/transitions.ts'
import type { Credential, Identity, Traits, VerifiableAddress } from '../../identities/identity.ts'
import type { IdentitySchema } from '../../identities/schema.ts'
import type { Session } from '../../sessions/session.ts'
import type { Ask, Proved, Redirect, Refused, Rejected } from './strategy-outcome.ts'

/**
 * A way to prove who one is, or to change that. A missing capability means: cannot. A strategy folder is added to
 * `registry.ts` and nothing else has to know it.
 */
export interface Strategy {
  /** The `method` that selects it. */
  readonly id: string
  readonly login?: LoginCapability
  readonly registration?: RegistrationCapability
  readonly settings?: SettingsCapability
  readonly recovery?: RecoveryCapability
  readonly verification?: VerificationCapability
  readonly links?: LinkCapability
  readonly adminRecovery?: AdminRecoveryCapability
  /** Signing in through accounts at providers: what the connections of an organization are. */
  readonly linking?: LinkingCapability
}

/** What every capability decides first. */
interface Responsible {
  /** True if the submission is meant for this strategy. Most look at `method` only. */
  handles(fields: Fields): boolean
}

/** What the request comes from, as limits count it (`visitorNetwork`). */
type Network = string | undefined

// Login

/** For whom and how a sign-in form is drawn. */
export interface LoginForm {
  readonly type: FlowType
  readonly aal: 'aal1' | 'aal2'
  /** `identifier_first` has two screens: who, then how. */
  readonly screen: 'unified' | 'identifier' | 'credentials'
  readonly refresh: boolean
  /** Whose form it is, where that is known: refresh, second factor, second screen. */
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

/** What a submitted sign-in comes to. Nothing is thrown to steer the flow; `flows/login/run.ts` follows each. */
export type LoginOutcome =
  | {
      readonly kind: 'authenticated'
      readonly identity: Identity
      /** As `authentication_methods` names it. */
      readonly method: string
      readonly aal: 'aal1' | 'aal2'
      /** It is a second factor as well, for accounts that have one. */
      readonly isBothSteps?: boolean
      readonly provider?: string
      /** The address that was proved on the way. */
      readonly address?: string
      /** False where the account was changed such that the proof counts no longer. Absent: proving it has used it up. */
      readonly holds?: (identity: Identity) => boolean
    }
  | {
      /** Identifier first: who it is has been said; `identity` is absent where that is no account and must not show. */
      readonly kind: 'identified'
      readonly identifier: string
      readonly identity: Identity | undefined
    }
  | Rejected
  | Ask<LoginEvent>
  | Proved
  | Redirect
  | Refused

/** Signing in: what is drawn, and what becomes of a submission. */
export interface LoginCapability extends Responsible {
  nodes(form: LoginForm): readonly UiNode[]
  /** What the form starts with instead of waiting for a choice; rare. */
  start?(
    form: LoginForm,
    flow: Pick<StoredFlow, 'id' | 'requestUrl' | 'details'>,
    now: number,
  ): Ask<LoginEvent> | undefined
  /** Whose secret the submission is held against: failures count there, and success forgives those. */
  triedAt(attempt: LoginAttempt): TriedAt
  submit(attempt: LoginAttempt): LoginOutcome | Promise<LoginOutcome>
}

/** At whose account a proof is tried, before anybody looks whether there is such an account. */
export type TriedAt =
  /** The account with the typed name. */
  | { readonly kind: 'name'; readonly name: string }
  /** The owner of the session, whatever name comes along. */
  | { readonly kind: 'account'; readonly identityId: string }
  /** A proof that names its account itself and cannot be guessed, or no proof yet. */
  | { readonly kind: 'unnamed' }
  /** A code that was sent: those are counted where they are compared. */
  | { readonly kind: 'code' }

// Registration

/** How a sign-up form is drawn. */
export interface RegistrationForm {
  readonly type: FlowType
  /** `profile_first` has two screens: who, then how. */
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

/** What a submitted sign-up comes to; `flows/registration/steps.ts` follows each. */
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

/** A submitted sign-up whose traits have not been looked at. */
export interface RegistrationStart {
  readonly flow: StoredFlow
  readonly submission: Extract<Submission, { kind: 'fields' }>
  readonly schema: IdentitySchema
  readonly now: number
}

/** Signing up: what is drawn, and what becomes of a submission. */
export interface RegistrationCapability extends Responsible {
  nodes(form: RegistrationForm): readonly UiNode[]
  /** Screens the submission leads to before the traits are looked at; rare. */
  screen?(fields: Fields): 'profile' | undefined
  /** Answers before the traits are looked at, where they come from a provider; rare. `submit` is not called then. */
  begin?(start: RegistrationStart): Promise<Exclude<RegistrationOutcome, { kind: 'accepted' | 'screen' | 'ask' }>>
  submit(attempt: RegistrationAttempt): RegistrationOutcome | Promise<RegistrationOutcome>
}

// Settings

/** For whom settings are drawn. */
export interface SettingsForm {
  readonly type: FlowType
  readonly identity: Identity
  /** Changes that wait for the proof of these addresses. */
  readonly waiting: readonly { readonly id: string; readonly addresses: readonly string[] }[]
  /** The organization whose connections can be linked, in the place of everybody's providers. */
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

/** What a submitted change comes to; `flows/settings/run.ts` follows each. */
export type SettingsOutcome =
  | {
      readonly kind: 'changed'
      /** Applied to the account as it is stored then: another tab may have saved in between. */
      readonly change: (fresh: Identity) => Identity
      /** The method that the flow names from then on; absent: none. */
      readonly active?: string
      /** A proof the person gave on the way, added to the session. */
      readonly method?: { readonly method: string; readonly aal: 'aal1' | 'aal2' }
    }
  | {
      readonly kind: 'show'
      /** Applied to the form as it is stored then. */
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

/** Setting a method up, changing it, taking it away. */
export interface SettingsCapability extends Responsible {
  nodes(form: SettingsForm): readonly UiNode[]
  /** True if members of an organization, which decides how they sign in, may use it. Absent: they may not. */
  readonly isForMembers?: boolean
  /** True if the change needs a recent sign-in. */
  isPrivileged(attempt: SettingsAttempt): boolean
  submit(attempt: SettingsAttempt): SettingsOutcome | Promise<SettingsOutcome>
  /** What the owner of an account is notified of, by what differs between the account before and after. Absent: nothing. */
  changes?(before: Identity, after: Identity): readonly NoticeTemplate[]
}

// Recovery and verification

/** One submission to a recovery or a verification: there is no session. `now` in Unix milliseconds. */
export interface AddressAttempt {
  readonly flow: StoredFlow
  readonly fields: Fields
  readonly now: number
  readonly network: Network
}

/** What a submitted recovery comes to; `flows/recovery/steps.ts` follows each. */
export type RecoveryOutcome =
  | {
      readonly kind: 'recovered'
      readonly identityId: string
      readonly method: string
      /** The address that was proved on the way. */
      readonly address?: string
    }
  /** Too many wrong codes: this flow is over, and a new one replaces it. */
  | { readonly kind: 'exhausted' }
  | Rejected
  | Ask<RecoveryEvent>
  | Refused

/** Getting back into an account. */
export interface RecoveryCapability extends Responsible {
  /** The state in which a new flow waits. */
  readonly initialState: 'choose_method' | 'recovery_awaiting_address'
  nodes(form: { readonly type: FlowType }): readonly UiNode[]
  submit(attempt: AddressAttempt): RecoveryOutcome | Promise<RecoveryOutcome>
}

/** Whose an address is that is to be proved. */
export type VerificationSubject =
  | { readonly kind: 'account'; readonly identity: Identity }
  /**
   * The address counts once it is proved: with a new account, or on the one that is changed. `isTaken`: another account
   * has it; its owner gets `attempted` instead of a proof.
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

/** What waits for the proof of an address: an account, or a change of one. */
export type PendingKind = 'registration' | 'address_change'

/** What a submitted verification comes to; `flows/verification/steps.ts` follows each. */
export type VerificationOutcome =
  | { readonly kind: 'verified'; readonly identityId: string; readonly address: string }
  /** The address is one that counts with this proof. */
  | { readonly kind: 'completes'; readonly what: PendingKind; readonly address: string }
  | Rejected
  | Ask<VerificationEvent>
  | Refused

/** Proving that an address is one’s own. */
export interface VerificationCapability extends Responsible {
  nodes(form: { readonly type: FlowType }): readonly UiNode[]
  /** True if this submission has to carry the anti-CSRF token. A code proves itself. */
  needsCsrfToken(fields: Fields): boolean
  submit(attempt: AddressAttempt): VerificationOutcome | Promise<VerificationOutcome>
  /** Starts a verification on the person's behalf, for an address that is known to be theirs. */
  begin(
    flow: StoredFlow,
    address: Pick<VerifiableAddress, 'value' | 'via'>,
    subject: VerificationSubject,
    cause: { readonly now: number; readonly transientPayload: MessageSubject['transientPayload'] },
  ): Ask<VerificationEvent>
  /** What a link from a message does to the form; nothing, if it is none of this strategy's, or not good. */
  follow(attempt: AddressAttempt): Promise<readonly UiNode[] | undefined>
}

/** What opening a link from a message comes to. */
export type LinkOutcome =
  | { readonly kind: 'opened'; readonly identityId: string; readonly address: string }
  /** As `opened`, for an address that counts with this proof. */
  | { readonly kind: 'completes'; readonly what: PendingKind; readonly address: string }
  | { readonly kind: 'expired'; readonly expiredAt: number }
  /** Unknown, used before, or about an address that has left the account. */
  | { readonly kind: 'invalid' }

/** Links from messages that prove by themselves whose they are. */
export interface LinkCapability {
  /** Uses the token up: of two visits at once, one wins. */
  open(purpose: 'recovery' | 'verification', flow: StoredFlow, token: string, now: number): Promise<LinkOutcome>
  /** Whether it is a token of this flow that was not used yet. Uses nothing up. */
  knows(purpose: 'recovery' | 'verification', flow: StoredFlow, token: string): Promise<boolean>
}

/** What an administrator hands to a person who cannot sign in any more. No message is sent. */
export interface AdminRecoveryCapability {
  /** The form in which it is handed in. */
  nodes(): readonly UiNode[]
  /** The code, or the address to open, for this flow: it opens the account. Belongs in a transaction. */
  issue(flow: StoredFlow, identityId: string): Promise<string>
}

/** Accounts at providers that become ways to sign in. */
export interface LinkingCapability {
  /** The identity with a link that waited in a flow or session; nothing: it is unusable, or another identity's. */
  linked(identity: Identity, link: Readonly<Record<string, unknown>>, now: number): Promise<LinkedIdentity | undefined>
}

/** An identity with one more way to sign in: the provider's. */
export interface LinkedIdentity {
  readonly identity: Identity
  readonly provider: string
}

/** Methods of the wire per flow. One that is named but not there was switched off; any other name is nonsense. */
export type WireMethods = Readonly<Record<FlowKind, readonly string[]>>

/** The strategies of one service, in the order in which they are asked. */
export type Strategies = readonly Strategy[]

/** A credential with another config. */
export function withCredential(identity: Identity, credential: Credential, now: number): Identity {
  return { ...identity, credentials: { ...identity.credentials, [credential.type]: credential }, updatedAt: now }
}

/** The usual `handles`: the submission names the method. */
export function named(id: string): (fields: Fields) => boolean {
  return (fields) => fields['method'] === id
}
