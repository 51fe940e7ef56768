import { redirectDocument } from 'react-router'
import { ownPath } from '@gatehouse/contract/http'
import { type PageRequest, pageRequestOf } from '../../request/page-request.ts'
import { rememberPreference } from '@gatehouse/design/layout'
import { parseLanguage } from '../../text/language.server.ts'
import type { Route } from './+types/route.ts'

/** By link: `/language?language=de&return_to=/login`. Which language a page speaks is nothing to guard. */
export function loader({ url, context }: Route.LoaderArgs) {
  return switchLanguage(pageRequestOf(context), url.searchParams)
}

/** By form, with the same names. */
export async function action({ request, context }: Route.ActionArgs) {
  return switchLanguage(pageRequestOf(context), new URLSearchParams(await request.text()))
}

function switchLanguage(page: PageRequest, wish: URLSearchParams): Response {
  const language = parseLanguage(wish.get('language'))
  if (language !== undefined) {
    page.answer.setCookie.push(rememberPreference('language', language, page.secureCookies))
  }
  return redirectDocument(ownPath(wish.get('return_to'), page.publicOrigin), 303)
}
