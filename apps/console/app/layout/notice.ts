import { useScopeIfAny } from '../routes/scope/use-scope.ts'

/** What was just done, in a sentence. */
export function useNotice(): string | undefined {
  return useScopeIfAny()?.notice
}
