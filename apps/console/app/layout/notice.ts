import { usePlaceIfAny } from '../routes/place/use-place.ts'

/** What was just done, in a sentence. */
export function useNotice(): string | undefined {
  return usePlaceIfAny()?.notice
}
