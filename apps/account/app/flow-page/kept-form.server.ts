import type { Flow } from '@gatehouse/contract/flows'
import { hostCookieName } from '@gatehouse/contract/http'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { PageRequest } from '../request/page-request.ts'
import { keepTyped } from './form/keep-typed.ts'

const name = 'gatehouse_kept_form'
/** Long enough to sign in again. */
const seconds = 600
/** Browsers keep cookies of 4 KB; a longer form is not kept. */
const longest = 3_000

/** The parts of a request that are needed to keep a form. */
interface FormPage extends Pick<PageRequest, 'credentials' | 'secureCookies'> {
  readonly answer: Pick<PageRequest['answer'], 'setCookie'>
}

/**
 * Keeps a person's input in their settings until they have signed in again: their session had ended when they sent it.
 * Traits alone, so neither passwords nor codes. `flow` is the form of the input.
 */
export function keepForm(page: FormPage, flow: string, typed: URLSearchParams): void {
  const kept = new URLSearchParams([...typed].filter(([field]) => field.startsWith('traits.')))
  if (kept.size === 0) return
  const value = `${flow}?${kept}`
  if (encodeURIComponent(value).length <= longest) page.answer.setCookie.push(cookie(page, value, seconds))
}

/**
 * Returns the settings with the kept input; undefined if `isOwn` says that the form was another person's. The kept
 * input is deleted in any case.
 */
export async function takeForm<F extends Flow>(
  page: FormPage,
  flow: F,
  isOwn: (flow: string) => Promise<boolean>,
): Promise<F | undefined> {
  const left = parseCookie(page.credentials().cookie ?? '')[hostCookieName(name, page.secureCookies)]
  if (left === undefined || left === '') return undefined
  page.answer.setCookie.push(cookie(page, '', 0))
  const [id = '', ...typed] = left.split('?')
  return (await isOwn(id)) ? keepTyped(flow, new URLSearchParams(typed.join('?'))) : undefined
}

function cookie({ secureCookies }: Pick<PageRequest, 'secureCookies'>, value: string, maxAge: number): string {
  // Lax: a sign-in at a provider comes back from another site.
  return stringifySetCookie({
    name: hostCookieName(name, secureCookies),
    value,
    path: '/',
    maxAge,
    httpOnly: true,
    sameSite: 'lax',
    secure: secureCookies,
  })
}
