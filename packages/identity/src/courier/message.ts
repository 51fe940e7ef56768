import type { MessageAllowance } from '../limits/messages.ts'

/** A mail or SMS in the outbox. Times are Unix milliseconds. */
export interface OutboxMessage {
  readonly id: string
  readonly status: 'queued' | 'processing' | 'sent' | 'abandoned'
  readonly type: 'email' | 'phone'
  readonly channel: string
  readonly recipient: string
  /** Subject and texts are emptied once it is sent or given up, outside development mode: they hold a code. */
  readonly subject: string
  /** Plain text. */
  readonly body: string
  readonly html: string
  /** What a Jsonnet body is told beside the text. Emptied with the text; empty where no Jsonnet body asks for it. */
  readonly templateData: Readonly<Record<string, unknown>>
  /** Its texts are empty because they cannot be opened: `secrets.cipher` lost a secret, or the row was altered. */
  readonly isUnreadable?: true
  readonly templateType: string
  readonly sendCount: number
  /** Not to be tried before. */
  readonly dueAt: number
  readonly createdAt: number
  readonly updatedAt: number
}

/** Whom a message is about, and the flow that it comes from. */
export interface MessageSubject {
  /** The address that the flow was begun with. */
  readonly requestUrl: string
  /** What the submission brought along for hooks and messages. */
  readonly transientPayload: Readonly<Record<string, unknown>>
  readonly identityId?: string
  /** Of somebody who has no account yet. */
  readonly traits?: Readonly<Record<string, unknown>>
}

/** Notices of what happened to an account: they ask for nothing and carry nothing secret. Kratos has none of them. */
export const noticeTemplates = [
  'account_recovered',
  'address_changed',
  'earlier_access_removed',
  'passkey_added',
  'passkey_removed',
  'password_changed',
  'provider_linked',
  'provider_unlinked',
  'second_factor_added',
  'second_factor_removed',
] as const
/** The name of a notice, as `template_type` of the admin API and of events tells it. */
export type NoticeTemplate = (typeof noticeTemplates)[number]

/** What a flow asks the courier to send. The row is written in the flow's own transaction. */
export interface OutgoingMessage {
  readonly type: 'email' | 'phone'
  readonly recipient: string
  readonly template:
    | NoticeTemplate
    | 'recovery_valid'
    | 'recovery_invalid'
    | 'verification_valid'
    | 'verification_invalid'
    | 'recovery_code_valid'
    | 'recovery_code_invalid'
    | 'verification_code_valid'
    | 'verification_code_invalid'
    | 'login_code_valid'
    | 'registration_code_valid'
    | 'operator_invitation'
  /** Values for the template: code, link, minutes… */
  readonly data: Readonly<Record<string, string | number>>
  /** For an operator's own program; the built-in texts say nothing about it. */
  readonly about?: MessageSubject
  /**
   * Nobody gets it: the address is nobody's. All the same is done as for a message that is sent, so that neither the
   * answer nor its time tells who has an account.
   */
  readonly isWithheld?: boolean
}

/** Puts a message into the outbox, for which has been drawn, and wakes the worker once the transaction is done. */
export interface Courier {
  enqueue(message: OutgoingMessage, allowance: MessageAllowance): void
}
