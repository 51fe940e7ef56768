import { type ActionFunctionArgs, redirect, redirectDocument } from 'react-router'
import { readForm } from '../../form/fields.server.ts'
import { consoleRequestOf } from '../../request/console-request.ts'
import { ownPath } from '@gatehouse/contract/http'
import { rememberPreference } from '@gatehouse/design/layout'
import { parseLanguage } from '../../text/language.server.ts'

/** The choice is a form; a reload of its address redirects to the start page. */
export function loader() {
  return redirect('/', 303)
}

export async function action({ request, context }: ActionFunctionArgs) {
  const page = consoleRequestOf(context)
  const form = await readForm(request)
  const language = parseLanguage(form.text('language'))
  if (language !== undefined) page.setCookie.push(rememberPreference('language', language, page.secureCookies))
  return redirectDocument(ownPath(form.text('return_to'), page.publicOrigin), 303)
}
