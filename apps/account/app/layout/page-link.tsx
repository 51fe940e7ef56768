import { type ComponentProps, useEffect, useState } from 'react'
import { Link, PrefetchPageLinks } from 'react-router'
import { namespacesOf } from '../text/namespaces.ts'
import { needTexts } from '../text/texts.tsx'
import { fetchAhead } from './data-ahead.ts'

/** Milliseconds of rest on a link that tell a wish from a pointer on its way. */
const intentMs = 60

/**
 * The router's link under an anchor's own name for its target, as the design's components hand it over. Script, texts
 * and data of the page are fetched once the person points at it or reaches it by keyboard; a press before that fetches
 * them itself. Not the router's own `prefetch`, whose links carry no nonce in the browser, and whose data a browser
 * would have to keep.
 */
export function PageLink({ href, onClick, ...rest }: ComponentProps<'a'> & { readonly href: string }) {
  const [isMeant, setMeant] = useState(false)
  const [isDue, setDue] = useState(false)
  const [page = href] = href.split(/[?#]/, 1)
  useEffect(() => {
    if (!isMeant) return undefined
    const timer = setTimeout(() => {
      setDue(true)
      // Without a network the press says so itself.
      void needTexts(namespacesOf(page)).catch(() => undefined)
      fetchAhead(href)
    }, intentMs)
    return () => clearTimeout(timer)
  }, [isMeant, href, page])
  return (
    <>
      <Link
        {...rest}
        to={href}
        onClick={(event) => {
          setMeant(false)
          onClick?.(event)
        }}
        onPointerEnter={() => setMeant(true)}
        onPointerLeave={() => setMeant(false)}
        onFocus={() => setMeant(true)}
        onBlur={() => setMeant(false)}
        onTouchStart={() => setMeant(true)}
      />
      {isDue && <PrefetchPageLinks page={page} nonce={nonceOfPage()} />}
    </>
  )
}

function nonceOfPage(): string | undefined {
  return document.querySelector<HTMLElement>('[nonce]')?.nonce
}
