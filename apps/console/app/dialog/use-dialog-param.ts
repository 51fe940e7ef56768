import { useLocation, useSearchParams } from 'react-router'
import { keptQuery } from '../links/kept-query.ts'

/** Returns the dialog that the address opens (`?ask=`), the address that opens another one, and the one that closes it. */
export function useDialogParam(): {
  readonly openDialog: string | null
  readonly dialogHref: (name: string) => string
  readonly closeHref: string
} {
  const [search] = useSearchParams()
  const { pathname } = useLocation()
  const addressOf = (name: string | undefined) => {
    const query = keptQuery(search)
    if (name === undefined) query.delete('ask')
    else query.set('ask', name)
    return query.size === 0 ? pathname : `${pathname}?${query}`
  }
  return { openDialog: search.get('ask'), dialogHref: addressOf, closeHref: addressOf(undefined) }
}
