import { createContext, useContext } from 'react'

/** All styles of all pages, and the nonce that admits them. */
interface Styles {
  readonly css: string
  readonly nonce: string
}

/** Given on the server only. */
export const PageStyles = createContext<Styles | undefined>(undefined)

/**
 * The styles, written into the page: the form is usable after one round trip, and all of them are hardly larger than a
 * request for them. In the browser this draws nothing; React leaves a style element that has a `precedence` alone.
 */
export function InlineStyles() {
  const styles = useContext(PageStyles)
  if (styles === undefined) return null
  return (
    <style href="pages" precedence="pages" nonce={styles.nonce}>
      {styles.css}
    </style>
  )
}
