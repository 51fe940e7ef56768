import { refuseSubmit } from '../../failure/refuse-submit.server.ts'
import { reach } from '../../failure/reach.server.ts'
import { givenName, personName } from '@gatehouse/contract/identities'
import { requireSession } from '../../identity/session.server.ts'
import { pageRequestOf } from '../../request/page-request.ts'
import { loadWithTexts } from '../../text/load-with-texts.ts'
import type { Route } from './+types/route.ts'
import { WelcomePage } from './welcome-page.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  const { identity, ...session } = await reach(page, '/', () => requireSession(page, '/'))
  return {
    person: personName(identity),
    name: givenName(identity),
    signedInAt: session.authenticated_at,
    twoSteps: session.authenticator_assurance_level === 'aal2',
    addresses: (identity.verifiable_addresses ?? []).map(({ value, verified, via }) => ({ value, verified, via })),
  }
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
