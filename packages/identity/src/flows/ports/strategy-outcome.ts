import type { Message, UiNode } from '@gatehouse/contract/flows'

import type { Attempt } from '../model/attempt.ts'
import type { FlowDetails } from '../model/flow.ts'
import type { Outcome } from '../model/outcome.ts'
import type { ReasonClass } from '../../events/schema.ts'
import type { Refusal } from '../../http/answer.ts'
import type { MessageAllowance } from '../../limits/messages.ts'
import type { FieldMessage } from '../../nodes/change.ts'

/** The input was not good enough. The flow stays in its state and shows why. */
export interface Rejected {
  readonly kind: 'rejected'
  readonly fields?: readonly FieldMessage[]
  readonly form?: readonly Message[]
  /** Submitted values for fields. Never a secret. */
  readonly values?: Readonly<Record<string, unknown>>
  /** The form to show instead of the present one. */
  readonly nodes?: readonly UiNode[]
  /** 400 by default: some flows answer a wrong code with 200. */
  readonly status?: 200 | 400
  /** JSON clients are redirected to the flow's page and do not get the flow. */
  readonly onPage?: true
  /** The account of the submission; for the record, never for the answer. */
  readonly identityId?: string
  /** The reason for the record, if the messages do not show it. */
  readonly reason?: ReasonClass
  /** The recipients of a message if an account had that name: the limits count them as if there were one. */
  readonly countedRecipients?: readonly string[]
}

/** Messages of a flow, and the rows that belong to them. */
export interface Sends {
  /**
   * The recipient of each message: the account's address, or the typed one if no account has it. Empty: the answer
   * reveals something even so, and counts for the client.
   */
  readonly to: readonly string[]
  /** Writes codes and messages. Runs in the flow's transaction, after all of them were counted against the limits. */
  readonly write: (allowance: MessageAllowance) => Promise<void>
}

/** The flow continues with another form. */
export interface Ask<Event extends string> {
  readonly kind: 'ask'
  /** An event of the flow's transitions table. */
  readonly event: Event
  /** The method in use from now on; absent: none. */
  readonly active?: string
  readonly nodes: readonly UiNode[]
  readonly messages: readonly Message[]
  readonly status?: 200 | 400
  /** JSON clients are redirected to the flow's page and do not get the flow. */
  readonly onPage?: true
  readonly details?: Partial<FlowDetails>
  /** The messages and rows to write in the transaction that changes the flow. */
  readonly sends?: Sends
}

/** The person has to open another address first. */
export interface Redirect {
  readonly kind: 'redirect'
  readonly to: string
  /** The value that the browser has to return in its continuity cookie. */
  readonly continuity?: string
}

/** The provider's ID token was verified. `completeSignIn` then signs in, signs up, or asks to link the accounts. */
export interface Proved {
  readonly kind: 'proved'
  /** Ends the attempt: with a session, a new account, or another form. */
  readonly completeSignIn: (attempt: Attempt) => Promise<Outcome>
}

/** The flow cannot continue for a reason other than its input: an error answer. */
export interface Refused {
  readonly kind: 'refused'
  /** A secret was tested, so the attempt still counts. */
  readonly countsAsAttempt?: true
  readonly refusal: Refusal
}
