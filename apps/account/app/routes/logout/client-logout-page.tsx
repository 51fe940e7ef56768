import { Button } from '@gatehouse/design/controls'
import { GatePage } from '../../layout/gate-page.tsx'
import { useRootData } from '../../request/root-data.ts'
import type { ClientFacts } from '../../oauth2/client-facts.ts'
import { ClientMark } from '../../oauth2/client-mark.tsx'
import { useText } from '../../text/text-source.ts'
import classes from './client-logout-page.module.css'

export interface ClientLogoutPageProps {
  readonly challenge: string
  /** Anti-CSRF token of the form. */
  readonly token: string
  /** The application that asks; absent where the person came by themselves. */
  readonly client: ClientFacts | undefined
}

/** Asks, for an application, whether to sign out. A plain form: it works the same without script. */
export function ClientLogoutPage({ challenge, token, client }: ClientLogoutPageProps) {
  const t = useText('logout')
  const brand = useRootData()?.brand.name
  const intro = client === undefined ? t('intro', { brand }) : t('client_intro', { brand, client: client.name })
  return (
    <GatePage title={t('title')} intro={intro}>
      {client !== undefined && <ClientMark client={client} />}
      <form method="post" action="/logout" className={classes.answers}>
        <input type="hidden" name="logout_challenge" value={challenge} />
        <input type="hidden" name="form_token" value={token} />
        <Button type="submit" name="answer" value="sign_out" variant="primary" data-testid="logout-confirm">
          {t('confirm')}
        </Button>
        <Button type="submit" name="answer" value="stay">
          {t('stay')}
        </Button>
      </form>
    </GatePage>
  )
}
