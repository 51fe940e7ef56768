import { Alert, Aside } from '@gatehouse/design/content'
import { refuseSubmit } from '../../failure/refuse-submit.server.ts'
import { GatePage } from '../../layout/gate-page.tsx'
import { PageLink } from '../../layout/page-link.tsx'
import { requireOAuth2 } from '../../oauth2/oauth2.server.ts'
import { pageRequestOf } from '../../request/page-request.ts'
import { loadWithTexts } from '../../text/load-with-texts.ts'
import { useText } from '../../text/text-source.ts'
import type { Route } from './+types/route.ts'

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

/** Says that the device continues without further input. */
function DeviceDonePage() {
  const t = useText('device')
  return (
    <GatePage title={t('done.title')} intro={t('done.intro')}>
      <Alert kind="success">{t('done.close')}</Alert>
      <Aside>
        <PageLink href="/sessions">{t('done.devices')}</PageLink>
      </Aside>
    </GatePage>
  )
}
