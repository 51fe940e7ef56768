import type { ShownNotice } from '../request/notices.ts'
import { useScopeIfAny } from '../scopes/use-scope.ts'

/** The sentence about what was just done. */
export function useNotice(): ShownNotice | undefined {
  return useScopeIfAny()?.notice
}
