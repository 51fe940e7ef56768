import type { SignedIn } from '../../sessions/manager.ts'
import type { Visit } from '../http/request-context.ts'
import type { Submission } from '../http/submission.ts'
import type { StoredFlow } from './flow.ts'

/** One submission to one flow. */
export interface Attempt {
  readonly visit: Visit
  readonly flow: StoredFlow
  readonly submission: Submission
  readonly signedIn: SignedIn | undefined
  /** The submission was suspended, and checked when it came in. */
  readonly isResumed?: boolean
}
