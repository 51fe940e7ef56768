import { createContext, useContext } from 'react'

/** All styles of all pages, those of the brand, and the nonce that admits them. */
interface Styles {
  /** Absent in development, in which Vite adds them. */
  readonly css: string | undefined
  readonly brand: string | undefined
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
  if (styles?.css === undefined) return null
  return (
    <style href="pages" precedence="pages" nonce={styles.nonce}>
      {styles.css}
    </style>
  )
}

/** The custom properties of the brand. Outside of all layers, so they count whatever comes before or after them. */
export function BrandStyles() {
  const styles = useContext(PageStyles)
  if (styles?.brand === undefined || styles.brand === '') return null
  return (
    <style href="brand" precedence="brand" nonce={styles.nonce}>
      {styles.brand}
    </style>
  )
}
