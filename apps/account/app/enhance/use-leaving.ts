import { useEffect, useRef } from 'react'
import type * as SignInMemoryModule from './sign-in-memory.ts'

const loadMemory = () => import('./sign-in-memory.ts')

/**
 * For the form that deletes an account: notes, when it is sent, by which names the account was known, so that the page
 * after it can take them off the list of accounts used here.
 */
export function useLeaving(names: readonly string[]): () => void {
  const memory = useRef<typeof SignInMemoryModule>(undefined)
  useEffect(() => {
    // Fetched before, as the answer to the form replaces the page. Without a network the list stays as it is.
    void loadMemory().then(
      (module) => void (memory.current = module),
      () => undefined,
    )
  }, [])
  return () => memory.current?.beginLeaving(names)
}

/** On the page after a deletion: this browser forgets who that was. */
export function useForgetting(): void {
  useEffect(() => {
    void loadMemory().then(
      ({ settleLeaving }) => settleLeaving(),
      () => undefined,
    )
  }, [])
}
