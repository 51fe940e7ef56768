import { afterNavigationOnly } from '../../flow-page/after-navigation-only.ts'
import { actOnFlow, loadFlow } from '../../flow-page/flow-route.server.ts'
import { sendPatiently } from '../../flow-page/form/send-patiently.ts'
import { loadWithTexts } from '../../text/load-with-texts.ts'
import type { Route } from './+types/route.ts'
import { LoginPage } from './login-page.tsx'

export async function loader(args: Route.LoaderArgs) {
  return loadFlow('login', args)
}

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return loadWithTexts('/login', serverLoader)
}

export async function action(args: Route.ActionArgs) {
  return actOnFlow('login', args)
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendPatiently(serverAction)
}

export const shouldRevalidate = afterNavigationOnly

export default function RouteLogin({ loaderData, actionData }: Route.ComponentProps) {
  return <LoginPage loaderData={loaderData} actionData={actionData} />
}
