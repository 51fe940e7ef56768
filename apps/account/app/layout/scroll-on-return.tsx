import { cloneElement, isValidElement } from 'react'
import { ScrollRestoration } from 'react-router'

/**
 * React Router's restoring of the place where somebody left a page, for those who come back to it. Asking what the
 * session stored waits for another process of the browser; whoever is here for the first time must not wait for that.
 * `nameVisit` has to run before the router does.
 */
export function ScrollOnReturn() {
  // oxlint-disable-next-line react/capitalized-calls -- what it draws is changed before it is drawn
  const script: unknown = ScrollRestoration({})
  if (!isValidElement<{ readonly dangerouslySetInnerHTML: { readonly __html: string } }>(script)) return null
  const { __html: restore } = script.props.dangerouslySetInnerHTML
  return cloneElement(script, { dangerouslySetInnerHTML: { __html: `history.state&&history.state.key&&${restore}` } })
}

/** The other half of React Router's script: what is stored of this visit needs a name that no other visit has. */
export const nameVisit = `if(!history.state||!history.state.key)history.replaceState({key:Math.random().toString(32).slice(2)},'')`
