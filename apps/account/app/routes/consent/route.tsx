import classes from './consent-page.module.css'
import { personName } from '@gatehouse/contract/identities'
import { Icon, type IconName, Panel, Person, Row } from '@gatehouse/design/content'
import { Button, Checkbox } from '@gatehouse/design/controls'
import type { KeyPart } from '@gatehouse/i18n/translator'

import { reach } from '../../failure/reach.server.ts'
import { GatePage } from '../../layout/gate-page.tsx'
import { answerHost, clientFacts } from '../../oauth2/client-facts.ts'
import { ClientLinks, ClientMark } from '../../oauth2/client-mark.tsx'
import { okOrFailure, requireChallenge, requireOAuth2 } from '../../oauth2/oauth2.server.ts'
import { claimsFor } from '../../oauth2/person-claims.ts'
import { depart } from '../../request/depart.server.ts'
import { formToken, requireFormToken } from '../../request/form-token.server.ts'
import { type PageRequest, pageRequestOf } from '../../request/page-request.ts'
import { requireOwnForm } from '../../request/require-own-form.server.ts'
import { loadWithTexts } from '../../text/load-with-texts.ts'
import { type Say, useText } from '../../text/text-source.ts'
import type { Route } from './+types/route.ts'
import { askedConsent, type AskedConsent, consentPage } from './asked-consent.server.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  return reach(page, `${url.pathname}${url.search}`, () => loadConsent(page, url))
}

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return loadWithTexts('/consent', serverLoader)
}

export async function action({ request, context }: Route.ActionArgs) {
  const page = pageRequestOf(context)
  const form = new URLSearchParams(await request.text())
  return reach(page, '/consent', () => answerConsent(page, form))
}

/** Takes the person's answer. Anything but a clear yes is a no. */
async function answerConsent(page: PageRequest, form: URLSearchParams): Promise<Response> {
  const oauth2 = requireOAuth2(page)
  const challenge = requireChallenge(page, form, 'consent_challenge')
  const here = consentPage(challenge)
  requireOwnForm(page, here)
  requireFormToken(page, form, here)
  const asked = await askedConsent(page, challenge)
  if (form.get('answer') === 'allow') return grant(page, asked, form.has('remember'))
  return depart(page, okOrFailure(page, await oauth2.rejectConsentRequest(challenge), here))
}

/**
 * The subject of the person's decision. Nothing is asked if they have allowed the same before, or if the application is
 * the operator's own: then the answer redirects at once.
 */
async function loadConsent(page: PageRequest, url: URL) {
  requireOAuth2(page)
  const challenge = requireChallenge(page, url.searchParams, 'consent_challenge')
  const asked = await askedConsent(page, challenge)
  const { request, session } = asked
  if (request.skip || request.client.skip_consent === true) throw await grant(page, asked, false)
  return {
    challenge,
    token: formToken(page),
    client: clientFacts(request.client, page.imageOrigins ?? []),
    host: answerHost(request.request_url),
    scopes: request.requested_scope,
    person: personName(session.identity),
    days: rememberedDays,
  }
}

/** Asks whether an application may have the requested access. A plain form: it works the same without script. */
export default function RouteConsent({ loaderData }: Route.ComponentProps) {
  const { challenge, token, client, host, scopes, person, days } = loaderData
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

/** Days for which an answer is remembered, if the person wants that. The page's text names them. */
const rememberedDays = 30

const secondsPerDay = 24 * 60 * 60

/** Grants all requested scopes, and redirects to the application. Its tokens contain the claims of those scopes. */
async function grant(page: PageRequest, asked: AskedConsent, remember: boolean): Promise<Response> {
  const { challenge, requested_scope: scopes, requested_access_token_audience: audience } = asked.request
  const claims = claimsFor(scopes, asked.session.identity)
  const answer = await requireOAuth2(page).acceptConsentRequest(challenge, {
    grant_scope: scopes,
    grant_access_token_audience: audience,
    remember,
    remember_for: remember ? rememberedDays * secondsPerDay : 0,
    session: { id_token: claims, access_token: claims },
  })
  return depart(page, okOrFailure(page, answer, consentPage(challenge)))
}
