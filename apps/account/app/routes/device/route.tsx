import { data } from 'react-router'
import { pageRequestOf } from '../../request/page-request.ts'
import { loadWithTexts } from '../../text/load-with-texts.ts'
import type { Route } from './+types/route.ts'
import { DevicePage } from './device-page.tsx'
import { enterUserCode, loadDevice } from './user-code.server.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  return loadDevice(pageRequestOf(context), url.searchParams)
}

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return loadWithTexts('/device', serverLoader)
}

export async function action({ request, context }: Route.ActionArgs) {
  const page = pageRequestOf(context)
  const refused = await enterUserCode(page, new URLSearchParams(await request.text()))
  return data(refused, { status: 400 })
}

export default function RouteDevice({ loaderData, actionData }: Route.ComponentProps) {
  return <DevicePage {...(actionData ?? loaderData)} />
}
