import { useEffect } from 'react'

/** On the page after a deletion: this browser forgets how the account was signed in to. */
export function useForgetting(): void {
  useEffect(() => {
    void import('./sign-in-memory.ts').then(
      ({ forgetSignIns }) => forgetSignIns(),
      () => undefined,
    )
  }, [])
}
