import type { SignedIn } from '../../sessions/manager.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Submission } from '../http/submission.ts'
import type { StoredFlow } from './flow.ts'

/** One submission to one flow. */
export interface Attempt {
  readonly request: RequestContext
  readonly flow: StoredFlow
  readonly submission: Submission
  readonly signedIn: SignedIn | undefined
  /** The submission was suspended, and checked when it came in. */
  readonly isResumed?: boolean
}
