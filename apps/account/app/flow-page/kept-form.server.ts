import type { Flow } from '@gatehouse/contract/flows'
import { type CookiePage, readHostCookie, setHostCookie } from '../request/host-cookie.server.ts'
import { keepTyped } from './form/keep-typed.ts'

const name = 'gatehouse_kept_form'
/** Long enough to sign in again. */
const seconds = 600
/** Browsers keep cookies of 4 KB; a longer form is not kept. */
const longest = 3_000

/**
 * Keeps a person's input in their settings until they have signed in again: their session had ended when they sent it.
 * Traits alone, so neither passwords nor codes. `flow` is the form of the input.
 */
export function keepForm(page: CookiePage, flow: string, typed: URLSearchParams): void {
  const kept = new URLSearchParams([...typed].filter(([field]) => field.startsWith('traits.')))
  if (kept.size === 0) return
  const value = `${flow}?${kept}`
  if (encodeURIComponent(value).length <= longest) setHostCookie(page, name, value, { maxAge: seconds })
}

/**
 * Returns the settings with the kept input; undefined if `isOwn` says that the form was another person's. The kept
 * input is deleted in any case.
 */
export async function takeForm<F extends Flow>(
  page: CookiePage,
  flow: F,
  isOwn: (flow: string) => Promise<boolean>,
): Promise<F | undefined> {
  const left = readHostCookie(page, name)
  if (left === undefined || left === '') return undefined
  setHostCookie(page, name, '', { maxAge: 0 })
  const [id = '', ...typed] = left.split('?')
  return (await isOwn(id)) ? keepTyped(flow, new URLSearchParams(typed.join('?'))) : undefined
}
