import { useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'

/**
 * What was pressed may be gone once its answer is shown, and the focus with it: it then goes to `target`, so that the next
 * press of a key begins there and a screen reader reads on. Parts of a page come before the page.
 */
export function useKeptFocus(target: () => HTMLElement | null): void {
  const { state } = useNavigation()
  const before = useRef(state)
  useEffect(() => {
    const isShown = before.current !== 'idle' && state === 'idle'
    before.current = state
    if (isShown && document.activeElement === document.body) target()?.focus({ preventScroll: true })
  })
}
