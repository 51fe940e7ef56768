import type { SignedIn } from '../../sessions/manager.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Submission } from '../http/submission.ts'
import type { StoredFlow } from './flow.ts'

/** A proof that counts once, in any flow: it is used up with the row of this id. */
export interface ProofOfOneUse {
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
  /** The proof that the effect of this attempt uses up, in the same transaction. */
  readonly spends?: ProofOfOneUse | undefined
}
