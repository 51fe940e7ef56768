import type { Brand as Mark } from '@gatehouse/design/layout'
import { useRootData } from '../request/root-data.ts'
import { SchemeImage } from './scheme-image.tsx'

/** The operator's brand as the layouts draw it. */
export function useBrandMark(): Mark {
  const root = useRootData()
  const { name = '', homeUrl = '/', logo } = root?.brand ?? {}
  const mark = { name, href: homeUrl }
  if (root === undefined || logo === undefined) return mark
  const { theme } = root
  // A picture that says the name is its only text; one beside the name only repeats it.
  return logo.wordmark
    ? {
        ...mark,
        isNamed: true,
        logo: <SchemeImage picture={logo} theme={theme} alt={name} part="brand-wordmark" />,
      }
    : { ...mark, logo: <SchemeImage picture={logo} theme={theme} alt="" part="brand-logo" /> }
}
