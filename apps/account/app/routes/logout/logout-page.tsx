import { Button } from '@gatehouse/design/controls'
import { Aside } from '@gatehouse/design/content'
import classes from './client-logout-page.module.css'
import { useText } from '../../text/text-source.ts'
import { GatePage } from '../../layout/gate-page.tsx'
import { PageLink } from '../../layout/page-link.tsx'
import { useRootData } from '../../request/root-data.ts'

/** Asks whether to sign out, and does so by a plain form. */
export function LogoutPage({ returnTo }: { readonly returnTo?: string | undefined }) {
  const t = useText('logout')
  const brand = useRootData()?.brand.name
  return (
    <GatePage title={t('title')} intro={t('intro', { brand })}>
      <form method="post" action="/logout" className={classes.answers}>
        {returnTo !== undefined && <input type="hidden" name="return_to" value={returnTo} />}
        <Button type="submit" variant="primary" data-testid="logout-confirm">
          {t('confirm')}
        </Button>
      </form>
      <Aside>
        <PageLink href="/">{t('stay')}</PageLink>
      </Aside>
    </GatePage>
  )
}
