import { Alert, Aside } from '@gatehouse/design/content'
import { GatePage } from '../../layout/gate-page.tsx'
import { PageLink } from '../../layout/page-link.tsx'
import { useText } from '../../text/text-source.ts'

/** Tells that the device goes on by itself. */
export function DeviceDonePage() {
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
