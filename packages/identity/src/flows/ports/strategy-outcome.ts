import type { Message, UiNode } from '@gatehouse/contract/flows'

import type { Attempt } from '../model/attempt.ts'
import type { FlowDetails } from '../model/flow.ts'
import type { Outcome } from '../model/outcome.ts'
import type { ReasonClass } from '../../events/schema.ts'
import type { Refusal } from '../../http/answer.ts'
import type { MessageAllowance } from '../../limits/messages.ts'
import type { FieldMessage } from '../../nodes/change.ts'

/** The input was not good enough. The flow stays where it is and says why. */
export interface Rejected {
  readonly kind: 'rejected'
  readonly fields?: readonly FieldMessage[]
  readonly form?: readonly Message[]
  /** Values for fields, kept as they were submitted. Never a secret. */
  readonly values?: Readonly<Record<string, unknown>>
  /** The form to show instead of the present one. */
  readonly nodes?: readonly UiNode[]
  /** 400 by default: some flows answer a wrong code with 200. */
  readonly status?: 200 | 400
  /** Scripts are sent to the flow's page instead of getting the flow. */
  readonly onPage?: true
  /** Whose account it was about; for the record, never for the answer. */
  readonly identityId?: string
  /** For the record, where the messages do not tell. */
  readonly reason?: ReasonClass
  /** The recipients of a message if an account had that name: limited as if there were one. */
  readonly asksFor?: readonly string[]
}

/** Messages of a flow, and the rows that belong to them. */
export interface Sends {
  /**
   * The recipient of each message: of record, or what was typed where no account has it. None: the answer tells something
   * all the same, and counts for the client.
   */
  readonly to: readonly string[]
  /** Writes codes and messages. Runs in the flow's transaction, once all of them have been drawn for. */
  readonly write: (allowance: MessageAllowance) => Promise<void>
}

/** The flow goes on with another form. */
export interface Ask<Event extends string> {
  readonly kind: 'ask'
  /** An event of the flow's transitions table. */
  readonly event: Event
  /** The method in use from now on; absent: none. */
  readonly active?: string
  readonly nodes: readonly UiNode[]
  readonly messages: readonly Message[]
  readonly status?: 200 | 400
  /** Scripts are sent to the flow's page instead of getting the flow. */
  readonly onPage?: true
  readonly details?: Partial<FlowDetails>
  /** What has to be there exactly when the flow has moved. */
  readonly sends?: Sends
}

/** The person has to visit another address first. */
export interface Redirect {
  readonly kind: 'redirect'
  readonly to: string
  /** What the browser has to bring back in its continuity cookie. */
  readonly continuity?: string
}

/** A provider has vouched for a person. Whether that is a sign-in, a sign-up or a link turns out when it is settled. */
export interface Proved {
  readonly kind: 'proved'
  /** Ends the attempt: with a session, a new account, or another form. */
  readonly settle: (attempt: Attempt) => Promise<Outcome>
}

/** Not a matter of input: an error answer. */
export interface Refused {
  readonly kind: 'refused'
  /** It was a try of a secret all the same, and counts as one. */
  readonly counts?: true
  readonly refusal: Refusal
}
