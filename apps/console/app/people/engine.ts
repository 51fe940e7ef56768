import type { AnswerOf } from '@gatehouse/contract/control-plane'

/** The identity service of a project: our own in this process, or another one across a network. */
export type Engine = AnswerOf<'getIdentityEngine'>

/** A feature that the embedded identity service alone supports. Its absence is explained by the text `engine.<feature>`. */
export type EngineFeature = 'search' | 'narrowing' | 'activity' | 'verification' | 'restoring'

/** Tells whether the project's identity service supports a feature. */
export function supportsFeature({ kind }: Engine, _feature: EngineFeature): boolean {
  return kind === 'embedded'
}
