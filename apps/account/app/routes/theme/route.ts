import { redirect, redirectDocument } from 'react-router'
import { ownPath } from '@gatehouse/contract/http'
import { pageRequestOf } from '../../request/page-request.ts'
import { rememberPreference, themes } from '@gatehouse/design/layout'
import type { Route } from './+types/route.ts'

/** The switch is a form; a reload of its address redirects to the start page. */
export function loader() {
  return redirect('/', 303)
}

export async function action({ request, context }: Route.ActionArgs) {
  const page = pageRequestOf(context)
  const wish = new URLSearchParams(await request.text())
  const theme = themes.find((known) => known === wish.get('theme'))
  if (theme !== undefined) page.answer.setCookie.push(rememberPreference('theme', theme, page.secureCookies))
  return redirectDocument(ownPath(wish.get('return_to'), page.publicOrigin), 303)
}
