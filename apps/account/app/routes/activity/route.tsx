import { data } from 'react-router'
import { reach } from '../../failure/reach.server.ts'
import { withAhead } from '../../layout/data-ahead.ts'
import { pageRequestOf } from '../../request/page-request.ts'
import { loadWithTexts } from '../../text/load-with-texts.ts'
import type { Route } from './+types/route.ts'
import { ActivityPage } from './activity-page.tsx'
import { readActivity } from './read-activity.server.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  const shown = await reach(page, '/activity', () => readActivity(page, url))
  return data(shown, { status: shown.history === undefined ? 404 : 200 })
}

export async function clientLoader({ url, serverLoader }: Route.ClientLoaderArgs) {
  return loadWithTexts('/activity', withAhead(url, serverLoader))
}

export default function RouteActivity({ loaderData }: Route.ComponentProps) {
  return <ActivityPage {...loaderData} />
}
