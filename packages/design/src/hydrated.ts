import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in server HTML and during hydration, true from then on: for controls that only script can serve. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
