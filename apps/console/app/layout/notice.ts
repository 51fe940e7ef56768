import { useScopeIfAny } from '../routes/scope/use-scope.ts'

/** What was just done, in a sentence. */
export interface ShownNotice {
  readonly text: string
  /** `intent` of the form that takes it back; undefined: nothing does. */
  readonly undo: string | undefined
  /** It was refused. */
  readonly isRefusal: boolean
}

/** The sentence about what was just done. */
export function useNotice(): ShownNotice | undefined {
  return useScopeIfAny()?.notice
}
