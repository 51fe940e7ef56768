import { useLocation, useSearchParams } from 'react-router'
import { keptQuery } from '../links/kept-query.ts'

/** The question that the address asks, the address that asks another one on the same page, and the one without. */
export function useAsked(): {
  readonly asked: string | null
  readonly askAddress: (ask: string) => string
  readonly away: string
} {
  const [search] = useSearchParams()
  const { pathname } = useLocation()
  const addressOf = (ask: string | undefined) => {
    const query = keptQuery(search)
    if (ask === undefined) query.delete('ask')
    else query.set('ask', ask)
    return query.size === 0 ? pathname : `${pathname}?${query}`
  }
  return { asked: search.get('ask'), askAddress: addressOf, away: addressOf(undefined) }
}
