import { type ActionFunctionArgs, redirect, redirectDocument } from 'react-router'
import { readForm } from '../../form/fields.server.ts'
import { consoleRequestOf } from '../../request/console-request.ts'
import { ownPath } from '@gatehouse/contract/http'
import { rememberPreference, themes } from '@gatehouse/design/layout'

/** The switch is a form; a reload of its address redirects to the start page. */
export function loader() {
  return redirect('/', 303)
}

export async function action({ request, context }: ActionFunctionArgs) {
  const page = consoleRequestOf(context)
  const form = await readForm(request)
  const theme = themes.find((known) => known === form.text('theme'))
  if (theme !== undefined) page.setCookie.push(rememberPreference('theme', theme, page.secureCookies))
  return redirectDocument(ownPath(form.text('return_to'), page.publicOrigin), 303)
}
