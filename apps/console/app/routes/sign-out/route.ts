import { clearedAtSignOut, ownPath } from '@gatehouse/contract/http'
import { type ActionFunctionArgs, redirect, redirectDocument } from 'react-router'
import { reach } from '../../failure/reach.server.ts'
import { consoleRequestOf } from '../../request/console-request.ts'
import { signInAddress } from '../../session/operator.server.ts'
import { forgetSession, sessionTokenOf } from '../../session/session-cookie.server.ts'

/** Signing out is a form; opening its address redirects to the start page. */
export function loader() {
  return redirect('/', 303)
}

/** Ends the session at the identity service, not just in this browser. */
export async function action({ request, context }: ActionFunctionArgs) {
  const page = consoleRequestOf(context)
  const wanted = new URLSearchParams(await request.text()).get('return_to')
  const token = sessionTokenOf(page)
  forgetSession(page)
  if (token !== undefined) {
    await reach(page, () => page.client.performNativeLogout({ performNativeLogoutBody: { session_token: token } }))
  }
  const answer = redirectDocument(signInAddress({ returnTo: ownPath(wanted, page.publicOrigin) }), 303)
  answer.headers.set('Clear-Site-Data', clearedAtSignOut)
  return answer
}
