import type { SignedIn } from '../../sessions/manager.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Submission } from '../http/submission.ts'
import type { StoredFlow } from './flow.ts'

/** An ID token that may be used once, in any flow: its id is stored to prevent replay. */
export interface SingleUseProof {
  readonly id: string
  /** The end of the proof's validity, in Unix milliseconds. */
  readonly expiresAt: number
}

/** One submission to one flow. */
export interface Attempt {
  readonly request: RequestContext
  readonly flow: StoredFlow
  readonly submission: Submission
  readonly signedIn: SignedIn | undefined
  /** The submission was suspended, and checked when it arrived. */
  readonly isResumed?: boolean
  /** Consumed in the transaction that stores the result. */
  readonly singleUseProof?: SingleUseProof | undefined
}
