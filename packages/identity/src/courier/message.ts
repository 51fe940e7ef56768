import type { LanguageCode } from '@gatehouse/i18n/languages'

import type { Identity } from '../identities/identity.ts'
import type { MessageBrand } from './brand.ts'
import type { MessageAllowance } from '../limits/messages.ts'
import type { TemplateName } from './templates.ts'

/** A mail or SMS in the outbox. Times are Unix milliseconds. */
export interface OutboxMessage {
  readonly id: string
  readonly status: 'queued' | 'processing' | 'sent' | 'abandoned'
  readonly type: 'email' | 'phone'
  readonly channel: string
  readonly recipient: string
  /**
   * Subject and texts are emptied when the message is sent or abandoned, outside development mode: they hold a code.
   * Abandoned notices keep theirs.
   */
  readonly subject: string
  /** Plain text. */
  readonly body: string
  readonly html: string
  /** The data for a Jsonnet body beside the text. Emptied with the text; empty if no Jsonnet body needs it. */
  readonly templateData: Readonly<Record<string, unknown>>
  /** Its texts are the built-in ones; the operator's templates replace them when it is sent. */
  readonly usesTemplates?: true | undefined
  /** The reason why the templates failed, for the project's developers. Not stored. */
  readonly templateFault?: string
  /** Its texts are empty because they cannot be opened: `secrets.cipher` lost a secret, or the row was altered. */
  readonly isUnreadable?: true
  readonly templateType: string
  readonly sendCount: number
  /** The earliest time of the next try. */
  readonly dueAt: number
  readonly createdAt: number
  readonly updatedAt: number
  /** The trace it belongs to, as text; absent: none. */
  readonly trace?: string | undefined
}

/** The person of a message, and the flow that it comes from. Both decide the language. */
export interface MessageSubject {
  /** The address that began the flow. */
  readonly requestUrl: string
  /** The payload of the submission for hooks and messages. */
  readonly transientPayload: Readonly<Record<string, unknown>>
  /** The account, or the future one that following the message creates; `undefined`: the address has none. */
  readonly person: Identity | undefined
  /** The language of the request that began the flow, if it named one. */
  readonly language?: LanguageCode
  /** `ui_locales` of the OAuth2 client's request that the flow belongs to. */
  readonly clientLocales?: string
}

/** A message that a flow hands to the courier. The row is written in the flow's own transaction. */
export interface OutgoingMessage {
  readonly type: 'email' | 'phone'
  readonly recipient: string
  readonly template: TemplateName
  /** Values for the template: code, link, minutes… */
  readonly data: Readonly<Record<string, string | number>>
  /** Decides the language, and is the input of an operator's own program. */
  readonly about: MessageSubject
  /** The brand of this message, if it is not the project's: a trial. */
  readonly look?: MessageBrand
  /**
   * It is never sent: the address has no account. All other work is done as for a sent message, so that neither the
   * answer nor its time reveals which accounts exist.
   */
  readonly isWithheld?: boolean
}

/** Puts a message, already counted against the limits, into the outbox, and wakes the worker after the transaction. */
export interface Courier {
  enqueue(message: OutgoingMessage, allowance: MessageAllowance): Promise<void>
}
