import { type ComponentProps, useEffect, useState } from 'react'
import { Link, PrefetchPageLinks } from 'react-router'
import { namespacesOf } from '../text/namespaces.ts'
import { needTexts } from '../text/texts.tsx'

/** Milliseconds of rest on a link that distinguish a wish from a passing pointer. */
const intentMs = 60

export interface PageLinkProps extends Omit<ComponentProps<'a'>, 'onClick'> {
  readonly href: string
  /** Called once the person points at it, or has reached it by keyboard, and has not pressed it yet. */
  readonly whenMeant?: (href: string) => void
}

/**
 * The router's link with an anchor's name for its target, as the design's components pass it. Script and texts of the
 * page are fetched once the person means to follow it; its data are not, because reading a form creates one. Not the
 * router's own `prefetch`, whose links carry no nonce in the browser.
 */
export function PageLink({ href, whenMeant, ...rest }: PageLinkProps) {
  const [isMeant, setMeant] = useState(false)
  const [isDue, setDue] = useState(false)
  const [page = href] = href.split(/[?#]/, 1)
  useEffect(() => {
    if (!isMeant) return undefined
    const timer = setTimeout(() => {
      setDue(true)
      // Without a network the press says so itself.
      void needTexts(namespacesOf(page)).catch(() => undefined)
      whenMeant?.(href)
    }, intentMs)
    return () => clearTimeout(timer)
  }, [isMeant, href, page, whenMeant])
  const begin = () => setMeant(true)
  const end = () => setMeant(false)
  return (
    <>
      <Link
        {...rest}
        to={href}
        onClick={end}
        onPointerEnter={begin}
        onPointerLeave={end}
        onFocus={begin}
        onBlur={end}
      />
      {isDue && <PrefetchPageLinks page={page} nonce={document.querySelector<HTMLElement>('[nonce]')?.nonce} />}
    </>
  )
}
