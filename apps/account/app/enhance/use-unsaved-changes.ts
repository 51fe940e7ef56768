import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { collectUnsaved, restoreUnsaved, type Unsaved } from './unsaved-changes.ts'

/**
 * Keeps what somebody typed on a page of several forms: saving one leaves the others as they are, and leaving the page
 * asks first. `answer` is new whenever the forms were drawn anew, `answered` the id of the part that was just saved.
 */
export function useUnsavedChanges(answer: unknown, answered: string | undefined, question: string): void {
  const typed = useRef<Unsaved>(new Map())
  useEffect(() => {
    const root = document.getElementById('main')
    if (root === null) return undefined
    restoreUnsaved(root, typed.current, answered === undefined ? null : document.getElementById(answered))
    const look = () => void (typed.current = collectUnsaved(root))
    look()
    const warn = (event: BeforeUnloadEvent) => {
      if (typed.current.size > 0 && !isSubmitting.current) event.preventDefault()
    }
    const isSubmitting = { current: false }
    // A form that leaves for another page (sign out, a provider) was sent on purpose.
    const onSubmit = () => {
      isSubmitting.current = true
      setTimeout(() => void (isSubmitting.current = false), 0)
    }
    root.addEventListener('input', look)
    document.addEventListener('submit', onSubmit)
    window.addEventListener('beforeunload', warn)
    return () => {
      root.removeEventListener('input', look)
      document.removeEventListener('submit', onSubmit)
      window.removeEventListener('beforeunload', warn)
    }
  }, [answer, answered])

  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && typed.current.size > 0,
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    // oxlint-disable-next-line no-alert -- the browser's own question is the one that is not overlooked
    if (window.confirm(question)) blocker.proceed()
    else blocker.reset()
  }, [blocker, question])
}
