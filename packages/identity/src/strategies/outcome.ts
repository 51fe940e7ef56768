import type { Message } from '@gatehouse/contract/messages'
import type { UiNode } from '@gatehouse/contract/node'

import type { FlowDetails } from '../flows/flow.ts'
import type { ReasonClass } from '../events/schema.ts'
import type { Refusal } from '../http/answer.ts'
import type { FieldMessage } from '../nodes/change.ts'
import type { ProvedPerson } from './oidc/proved.ts'

/** The input was not good enough. The flow stays where it is and says why. */
export interface Rejected {
  readonly kind: 'rejected'
  readonly fields?: readonly FieldMessage[]
  readonly form?: readonly Message[]
  /** Values for fields, kept as they were submitted. Never a secret. */
  readonly values?: Readonly<Record<string, unknown>>
  /** The form to show instead of the present one. */
  readonly nodes?: readonly UiNode[]
  /** 400 unless told: some flows answer a wrong code with 200. */
  readonly status?: 200 | 400
  /** Scripts are sent to the flow's page instead of getting the flow. */
  readonly onPage?: true
  /** Whose account it was about; for the record, never for the answer. */
  readonly identityId?: string
  /** For the record, where the messages do not tell. */
  readonly reason?: ReasonClass
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
  readonly identityId?: string
  readonly details?: Partial<FlowDetails>
  /** Rows that have to be there exactly when the flow has moved: codes, messages to send. Runs in its transaction. */
  readonly write?: () => void
}

/** The person has to visit another address first. */
export interface Redirect {
  readonly kind: 'redirect'
  readonly to: string
  /** What the browser has to bring back in its continuity cookie. */
  readonly continuity?: string
}

/** A provider has vouched for somebody. Whether that is a sign-in, a sign-up or a link is the flow's question. */
export interface Proved {
  readonly kind: 'proved'
  readonly person: ProvedPerson
}

/** Not a matter of input: an error answer. */
export interface Refused {
  readonly kind: 'refused'
  readonly refusal: Refusal
}
