import { useLanguage } from './texts.tsx'

/** Puts things side by side as the visitor's language does: `a, b, c`, `a، b، c`, `a、b、c`. */
export function useList(): (things: readonly string[]) => string {
  const list = new Intl.ListFormat(useLanguage(), { type: 'unit', style: 'short' })
  return (things) => list.format(things)
}
