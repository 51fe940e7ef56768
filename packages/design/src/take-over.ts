import { createElement, type ReactNode, startTransition, useLayoutEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { isStillShown } from './shown-address.ts'

/**
 * Has script take a page over that the server has drawn; `router` is the page's. Asks for the page anew where the address
 * is no longer the page's: who went back before the router listened has the address of one page and sees another.
 */
export function takeOver(router: ReactNode): void {
  if (isStillShown()) startTransition(() => void hydrateRoot(document, createElement(ShownAddress, null, router)))
  else location.reload()
}

// Effects run from the inside out: the router listens by the time this one looks.
function ShownAddress({ children }: { readonly children?: ReactNode }) {
  useLayoutEffect(() => {
    if (!isStillShown()) location.reload()
  }, [])
  return children
}
