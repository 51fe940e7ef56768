import { type LoaderFunctionArgs, redirectDocument } from 'react-router'
import { consoleRequestOf } from '../../request/console-request.ts'
import { ownPath } from '../../request/own-path.ts'
import { rememberPreference } from '../../request/preferences.ts'
import { parseLanguage } from '../../text/language.server.ts'

/** By link: `/language?language=de&return_to=/`. Which language a page speaks is nothing to guard. */
export function loader({ url, context }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  const language = parseLanguage(url.searchParams.get('language'))
  if (language !== undefined) page.setCookie.push(rememberPreference('language', language, page.secureCookies))
  return redirectDocument(ownPath(url.searchParams.get('return_to'), page.publicOrigin), 303)
}
