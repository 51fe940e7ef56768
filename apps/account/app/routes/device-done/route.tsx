import { refuseSubmit } from '../../failure/refuse-submit.server.ts'
import { requireOAuth2 } from '../../oauth2/oauth2.server.ts'
import { pageRequestOf } from '../../request/page-request.ts'
import { loadWithTexts } from '../../text/load-with-texts.ts'
import type { Route } from './+types/route.ts'
import { DeviceDonePage } from './device-done-page.tsx'

/** The end of signing in on a device: nothing is asked, and nothing is done. */
export async function loader({ context }: Route.LoaderArgs) {
  requireOAuth2(pageRequestOf(context))
  return null
}

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return loadWithTexts('/device/done', serverLoader)
}

export function action(): never {
  return refuseSubmit()
}

export default function RouteDeviceDone() {
  return <DeviceDonePage />
}
