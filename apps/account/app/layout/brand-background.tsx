import { useRootData } from './root-data.ts'
import { SchemeImage } from './scheme-image.tsx'

/** What a brand has beside a form: its picture, nothing (`false`), or no wish of its own (`true`: the drawn scene). */
export function useBackground() {
  const root = useRootData()
  const picture = root?.brand.background
  if (root === undefined || picture === undefined) return true
  if (picture === 'plain') return false
  return <SchemeImage picture={picture} theme={root.theme} alt="" part="brand-background" />
}
