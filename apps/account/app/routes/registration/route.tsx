import { afterNavigationOnly } from '../../flow-page/after-navigation-only.ts'
import { actOnFlow, loadFlow } from '../../flow-page/flow-route.server.ts'
import { sendPatiently } from '../../flow-page/form/send-patiently.ts'
import { loadWithTexts } from '../../text/load-with-texts.ts'
import type { Route } from './+types/route.ts'
import { RegistrationPage } from './registration-page.tsx'

export async function loader(args: Route.LoaderArgs) {
  return loadFlow('registration', args)
}

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return loadWithTexts('/registration', serverLoader)
}

export async function action(args: Route.ActionArgs) {
  return actOnFlow('registration', args)
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendPatiently(serverAction)
}

export const shouldRevalidate = afterNavigationOnly

export default function RouteRegistration({ loaderData, actionData }: Route.ComponentProps) {
  return <RegistrationPage loaderData={loaderData} actionData={actionData} />
}
