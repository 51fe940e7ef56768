import { Icon, Person, Panel, Row, type IconName } from '@gatehouse/design/content'
import { Button, Checkbox } from '@gatehouse/design/controls'
import type { KeyPart } from '@gatehouse/i18n/translator'
import { GatePage } from '../../layout/gate-page.tsx'
import type { ClientFacts } from '../../oauth2/client-facts.ts'
import { ClientLinks, ClientMark } from '../../oauth2/client-mark.tsx'
import { useText, type Say } from '../../text/text-source.ts'
import classes from './consent-page.module.css'

export interface ConsentPageProps {
  readonly challenge: string
  /** Anti-CSRF token of the form. */
  readonly token: string
  readonly client: ClientFacts
  /** The host to which the answer goes. */
  readonly host: string | undefined
  readonly scopes: readonly string[]
  readonly person: string
  readonly days: number
}

/** Asks whether an application may have the requested access. A plain form: it works the same without script. */
export function ConsentPage({ challenge, token, client, host, scopes, person, days }: ConsentPageProps) {
  const t = useText('consent')
  return (
    <GatePage title={t('title', { client: client.name })}>
      <ClientMark client={client} host={host} />
      <Person name={person} />
      <form method="post" action="/consent" className={classes.form}>
        <input type="hidden" name="consent_challenge" value={challenge} />
        <input type="hidden" name="form_token" value={token} />
        <section aria-labelledby="scopes" className={classes.scopes}>
          <h2 id="scopes">{t('scopes')}</h2>
          <Panel>
            <ul className={classes.list}>
              {scopes.map((scope) => (
                <li key={scope}>
                  <Row icon={<Icon name={scopeIcon(scope)} />} title={scopeText(t, scope).title}>
                    {scopeText(t, scope).about}
                  </Row>
                </li>
              ))}
            </ul>
          </Panel>
        </section>
        <Checkbox id="remember" name="remember" value="true" label={t('remember', { days })} />
        <p className={classes.care} data-testid="consent-care">
          {t('care', { client: client.name })}
        </p>
        <div className={classes.answers}>
          <Button type="submit" name="answer" value="allow" variant="primary" data-testid="consent-allow">
            {t('allow')}
          </Button>
          <Button type="submit" name="answer" value="deny" data-testid="consent-deny">
            {t('deny')}
          </Button>
        </div>
      </form>
      <ClientLinks client={client} />
    </GatePage>
  )
}

/** TABLE: standard scopes. Texts: namespace `consent`, `scope.{name}` and `scope.{name}_about`. */
const known: Readonly<
  Record<string, { readonly text: Exclude<KeyPart<'consent', 'scope.', '_about'>, 'own'>; readonly icon: IconName }>
> = {
  openid: { text: 'openid', icon: 'user' },
  profile: { text: 'profile', icon: 'list' },
  email: { text: 'email', icon: 'mail' },
  phone: { text: 'phone', icon: 'phone' },
  address: { text: 'address', icon: 'globe' },
  offline_access: { text: 'offline', icon: 'link' },
  offline: { text: 'offline', icon: 'link' },
}

/** Returns the meaning of a scope in plain words. A custom scope of the application is shown by its name. */
function scopeText(t: Say<'consent'>, scope: string): { readonly title: string; readonly about: string } {
  const row = Object.hasOwn(known, scope) ? known[scope] : undefined
  if (row === undefined) return { title: scope, about: t('scope.own_about') }
  return { title: t(`scope.${row.text}`), about: t(`scope.${row.text}_about`) }
}

/** Returns the icon of a scope. */
function scopeIcon(scope: string): IconName {
  return (Object.hasOwn(known, scope) ? known[scope]?.icon : undefined) ?? 'key'
}
