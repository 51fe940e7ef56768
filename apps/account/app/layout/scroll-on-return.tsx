import { cloneElement, isValidElement } from 'react'
import { ScrollRestoration } from 'react-router'

/**
 * React Router's restoring of the scroll position of a page, for people who return to it. Reading the session's storage
 * waits for another process of the browser; a first load must not wait for that. `nameHistoryEntry` has to run before
 * the router does.
 */
export function ScrollOnReturn() {
  // oxlint-disable-next-line react/capitalized-calls -- what it draws is changed before it is drawn
  const script: unknown = ScrollRestoration({})
  if (!isValidElement<{ readonly dangerouslySetInnerHTML: { readonly __html: string } }>(script)) return null
  const { __html: restore } = script.props.dangerouslySetInnerHTML
  return cloneElement(script, { dangerouslySetInnerHTML: { __html: `history.state&&history.state.key&&${restore}` } })
}

/** The other half of React Router's script: the stored position of this history entry needs a unique key. */
export const nameHistoryEntry = `if(!history.state||!history.state.key)history.replaceState({key:Math.random().toString(32).slice(2)},'')`
