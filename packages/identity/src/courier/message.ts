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
  /** Subject and texts are emptied once it is sent or given up, outside development mode: they hold a code. Notices that were given up keep theirs. */
  readonly subject: string
  /** Plain text. */
  readonly body: string
  readonly html: string
  /** What a Jsonnet body receives beside the text. Emptied with the text; empty where no Jsonnet body asks for it. */
  readonly templateData: Readonly<Record<string, unknown>>
  /** Its texts are the built-in ones, in the place of which the operator's templates are put when it is sent. */
  readonly usesTemplates?: true | undefined
  /** Why they were not, for the project's developers. Not stored. */
  readonly templateFault?: string
  /** Its texts are empty because they cannot be opened: `secrets.cipher` lost a secret, or the row was altered. */
  readonly isUnreadable?: true
  readonly templateType: string
  readonly sendCount: number
  /** Not to be tried before. */
  readonly dueAt: number
  readonly createdAt: number
  readonly updatedAt: number
  /** The trace it belongs to, as text; absent: none. */
  readonly trace?: string | undefined
}

/** Who a message is about, and the flow that it comes from. It decides the language. */
export interface MessageSubject {
  /** The address that the flow was begun with. */
  readonly requestUrl: string
  /** What the submission brought along for hooks and messages. */
  readonly transientPayload: Readonly<Record<string, unknown>>
  /** The account, or the one that comes into being once the message is followed; `undefined`: the address has none. */
  readonly person: Identity | undefined
  /** The language that the flow was begun in, where the request said one. */
  readonly language?: LanguageCode
  /** `ui_locales` of the OAuth2 client's request that the flow belongs to. */
  readonly clientLocales?: string
}

/** What a flow asks the courier to send. The row is written in the flow's own transaction. */
export interface OutgoingMessage {
  readonly type: 'email' | 'phone'
  readonly recipient: string
  readonly template: TemplateName
  /** Values for the template: code, link, minutes… */
  readonly data: Readonly<Record<string, string | number>>
  /** For the choice of the language, and for an operator's own program. */
  readonly about: MessageSubject
  /** How it introduces itself, where that is not as for everybody: a trial. */
  readonly look?: MessageBrand
  /**
   * It is never sent: the address has no account. All the same is done as for a message that is sent, so that neither
   * the answer nor its time tells who has an account.
   */
  readonly isWithheld?: boolean
}

/** Puts a message into the outbox, for which has been drawn, and wakes the worker once the transaction is done. */
export interface Courier {
  enqueue(message: OutgoingMessage, allowance: MessageAllowance): Promise<void>
}
