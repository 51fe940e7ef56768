import { refuseSubmit } from '../../failure/refuse-submit.server.ts'
import { reach } from '../../failure/reach.server.ts'
import { pageRequestOf } from '../../request/page-request.ts'
import { loadWithTexts } from '../../text/load-with-texts.ts'
import type { Route } from './+types/route.ts'
import { readOverview } from './read-overview.server.ts'
import { WelcomePage } from './welcome-page.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  return reach(page, '/', () => readOverview(page))
}

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return loadWithTexts('/', serverLoader)
}

export function action(): never {
  return refuseSubmit()
}

export default function RouteWelcome({ loaderData }: Route.ComponentProps) {
  return <WelcomePage {...loaderData} />
}
