import { createElement, type ReactNode, startTransition, use, useLayoutEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { isStillShown } from './shown-address.ts'

/** Keeps the server's markup until the page that is requested again replaces it. */
const replaced = new Promise<never>(() => undefined)

/**
 * Hydrates a page that the server has drawn; `router` is the page's. Requests the page again if the address is no
 * longer the page's: a person who went back before the router listened has the address of one page and sees another.
 */
export function takeOver(router: ReactNode): void {
  startTransition(() => void hydrateRoot(document, createElement(ShownAddress, null, router)))
}

function ShownAddress({ children }: { readonly children?: ReactNode }) {
  // Before the router is made: it would draw the page of the new address over the old one, which React reports as an error.
  if (!isStillShown()) {
    location.reload()
    use(replaced)
  }
  // Effects run from the inside out: the router listens by the time this one looks.
  useLayoutEffect(() => {
    if (!isStillShown()) location.reload()
  }, [])
  return children
}
