import { useEffect, useState } from 'react'
import { PrefetchPageLinks, useHref, useResolvedPath } from 'react-router'
import { needTexts } from '../text/arrived-texts.ts'
import { partsAt } from '../text/parts-of-page.ts'

/** Milliseconds of rest on a link that distinguish a wish from a passing pointer. */
const intentMs = 80

/** Whether the operator has meant a link for long enough that it is fetched before they press. */
function useDue(isMeant: boolean): boolean {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    if (!isMeant) return undefined
    const timer = setTimeout(() => setDue(true), intentMs)
    return () => {
      clearTimeout(timer)
      // Fetched data is valid for seconds only: the next time it is fetched again.
      setDue(false)
    }
  }, [isMeant])
  return isDue
}

/** Whether the operator points at a link, or has reached it by keyboard; `handlers` are for its anchor. */
export function useIntent() {
  const [isMeant, setMeant] = useState(false)
  const begin = () => setMeant(true)
  const end = () => setMeant(false)
  const handlers = { onPointerEnter: begin, onPointerLeave: end, onFocus: begin, onBlur: end, onTouchStart: begin }
  return { isDue: useDue(isMeant), handlers }
}

/** The same for a line of a menu, which knows itself whether it is the one that is meant. */
export function MenuAhead({ href, isMeant }: { readonly href: string; readonly isMeant: boolean }) {
  return <FetchedAhead href={href} isDue={useDue(isMeant)} />
}

/** Pages that write the audit log when read, or answer with a secret: never fetched ahead. */
const recorded = /\/messages(?:[/?]|$)|[?&]include_credential|\/export(?:[/?]|$)/

/**
 * Script, style, texts and data of a page, fetched before it is asked for. The router's own `prefetch` writes links without the
 * nonce that the policy of these pages asks for.
 */
export function FetchedAhead({ href, isDue }: { readonly href: string; readonly isDue: boolean }) {
  const to = useResolvedPath(href)
  const page = useHref(to)
  const isPage = !href.startsWith('#') && !/^[a-z]+:/i.test(href)
  useEffect(() => {
    // Without a network the press says so itself.
    if (isDue && isPage) void needTexts(partsAt(to.pathname)).catch(() => undefined)
  }, [isDue, isPage, to.pathname])
  if (!isDue || !isPage || recorded.test(page)) return null
  return <PrefetchPageLinks page={page} nonce={nonceOfPage()} />
}

function nonceOfPage(): string | undefined {
  return document.querySelector<HTMLElement>('[nonce]')?.nonce
}
