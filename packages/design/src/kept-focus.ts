import { useEffect, useRef } from 'react'

/**
 * Keeps the focus on the page when an answer removes the focused control: it moves to the part with `data-keeps-focus`,
 * else to `main`, so that the next key begins there and a screen reader reads on. `busy`: a navigation is under way.
 */
export function useKeptFocus(busy: boolean): void {
  const wasBusy = useRef(busy)
  useEffect(() => {
    if (wasBusy.current && !busy && document.activeElement === document.body) {
      const kept = document.querySelector<HTMLElement>('[data-keeps-focus]') ?? document.querySelector('main')
      kept?.focus({ preventScroll: true })
    }
    wasBusy.current = busy
  })
}
