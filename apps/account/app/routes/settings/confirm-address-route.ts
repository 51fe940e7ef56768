import { redirect } from 'react-router'
import { reach } from '../../failure/reach.server.ts'
import { pageRequestOf } from '../../request/page-request.ts'
import { requireOwnForm } from '../../request/require-own-form.server.ts'
import type { Route } from './+types/confirm-address-route.ts'
import { confirmAddress } from './confirm-address.server.ts'

const settings = '/settings'

/** There is nothing to see at this address. */
export function loader() {
  return redirect(settings, 303)
}

/** The button of the settings that has the code for an address sent. */
export async function action({ request, context }: Route.ActionArgs) {
  const page = pageRequestOf(context)
  requireOwnForm(page, settings)
  const address = new URLSearchParams(await request.text()).get('address') ?? ''
  return reach(page, settings, () => confirmAddress(page, address))
}
