import { CopyField } from '@gatehouse/design/controls'
import type { ReactNode } from 'react'
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
  useLocation,
  data,
} from 'react-router'
import { notFound } from '../../failure/fail.server.ts'
import { CodeField, ConsoleForm, SecretField } from '../../form/console-form.tsx'
import type { FaultyForm } from '../../form/faults.ts'
import { faulty } from '../../form/faulty.server.ts'
import { readForm, type SubmittedForm } from '../../form/fields.server.ts'
import { useCopyTexts } from '../../form/use-copy-texts.ts'
import { GatePage } from '../../layout/gate-page.tsx'
import { carriedLink } from '../../links/link-token.server.ts'
import { faultText, faultyField } from '../../onboarding/fault-text.server.ts'
import { openPortal, type Portal, type Onboarding } from '../../onboarding/portal.server.ts'
import { consoleRequestOf, type ConsoleRequest } from '../../request/console-request.ts'
import { Instant } from '../../text/instant.tsx'
import { useText } from '../../text/texts.tsx'
import { ConnectionStatus } from './connection-status.tsx'
import classes from './onboarding.module.css'

export async function loader({ context, url, params }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  return openPortal(page, carriedLink(page, 'onboarding', { link: params['link'], url })?.token).show()
}

export async function action({ request, context, url, params }: ActionFunctionArgs) {
  const page = consoleRequestOf(context)
  const portal = openPortal(page, carriedLink(page, 'onboarding', { link: params['link'], url })?.token)
  const form = await readForm(request)
  switch (form.intent) {
    case 'connect':
      return connect(page, portal, form)
    case 'check':
      return check(page, portal)
    default:
      throw notFound(page)
  }
}

/** A customer's administrator sets up how their people sign in. The link lets them in; they have no account here. */
export default function OnboardingPage() {
  const t = useText('console_onboarding')
  const texts = useCopyTexts()
  const data = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { pathname } = useLocation()
  const { organization, project, connection } = data
  const names = { organization: organization.label, project: project.name }
  return (
    <GatePage title={t('title', names)} intro={t('intro', names)} scene={false} home={pathname}>
      <div className={classes.page}>
        <ConnectionStatus
          {...data}
          found={answer?.kind === 'connected' || answer?.kind === 'checked' ? answer : undefined}
        />
        <ol className={classes.steps}>
          <Step title={t('domains.title')}>
            {organization.domains.length === 0 ? (
              <p>{t('domains.none')}</p>
            ) : (
              <>
                <p>{t('domains.text', names)}</p>
                <ul className={classes.domains}>
                  {organization.domains.map((domain) => (
                    <li key={domain}>
                      <code dir="ltr">{domain}</code>
                    </li>
                  ))}
                </ul>
                <p className={classes.quiet}>{t('domains.wrong')}</p>
              </>
            )}
          </Step>
          <Step title={t('register.title', names)}>
            <p>{t('register.text', names)}</p>
            <CopyField
              label={t('register.redirect')}
              value={data.redirect_uri}
              texts={texts}
              hint={t('register.redirect_hint')}
            />
            <Guide />
          </Step>
          <Step title={t('connect.title')}>
            <ConnectionStep key={connection?.issuer_url ?? ''} connection={connection} />
          </Step>
        </ol>
        <p className={classes.quiet}>
          {t('expires')} <Instant at={data.expires_at} />
        </p>
      </div>
    </GatePage>
  )
}

/** Tries the connection that is there. */
async function check(page: ConsoleRequest, portal: Portal) {
  const checked = await portal.check()
  return { kind: 'checked' as const, fault: checked.kind === 'refused' ? faultText(page, checked) : undefined }
}

/** One thing to do, in its order. */
function Step({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <li className={classes.step}>
      <h2>{title}</h2>
      <div className={classes.body}>{children}</div>
    </li>
  )
}

/** TABLE: providers that the guide has steps for, and how their issuers look. */
const providers = [
  { id: 'entra', name: 'Microsoft Entra ID', issuer: 'https://login.microsoftonline.com/{tenant-id}/v2.0' },
  { id: 'okta', name: 'Okta', issuer: 'https://{name}.okta.com' },
  { id: 'google', name: 'Google Workspace', issuer: 'https://accounts.google.com' },
  { id: 'generic', name: 'OpenID Connect', issuer: 'https://login.example.org' },
] as const

/** A guide that says where each provider shows each value. Opens without script. */
function Guide() {
  const t = useText('console_onboarding')
  return (
    <div className={classes.guide}>
      <p>{t('guide.lead')}</p>
      {providers.map(({ id, name, issuer }) => (
        <details key={id} name="guide">
          <summary>{id === 'generic' ? t('guide.generic.name') : name}</summary>
          <ol>
            {(['one', 'two', 'three'] as const).map((step) => (
              <li key={step}>{t(`guide.${id}.${step}`)}</li>
            ))}
          </ol>
          <p>
            {t('guide.issuer')} <code dir="ltr">{issuer}</code>
          </p>
        </details>
      ))}
    </div>
  )
}

const kept = ['issuer_url', 'client_id'] as const

/** Takes the administrator's input: the provider is tested first, and nothing changes if the test fails. */
async function connect(page: ConsoleRequest, portal: Portal, form: SubmittedForm) {
  const [issuer, client, secret] = ['issuer_url', 'client_id', 'client_secret'].map((name) => form.text(name))
  const isAddress = /^https?:$/.test(URL.parse(issuer ?? '')?.protocol ?? '')
  const missing = {
    ...(isAddress ? {} : { issuer_url: page.t('console_onboarding:fault.no_issuer') }),
    ...(client === '' && { client_id: page.t('console_onboarding:fault.no_client') }),
  }
  if (Object.keys(missing).length > 0) return faulty(form, missing, kept)
  const wanted = {
    issuer_url: issuer ?? '',
    client_id: client ?? '',
    ...(secret !== '' && secret !== undefined && { client_secret: secret }),
  }
  const connected = await portal.connect(wanted)
  if (connected.kind === 'done') return { kind: 'connected' as const, fault: undefined }
  const field = faultyField(connected)
  const text = faultText(page, connected)
  if (field !== undefined) return faulty(form, { [field]: text }, kept)
  const typed = Object.fromEntries(kept.map((name) => [name, form.text(name)]))
  const answer: FaultyForm = { kind: 'faulty', intent: form.intent, faults: { fields: {}, form: text }, typed }
  return data(answer, connected.status)
}

/** The fields whose values the provider shows once the application is registered there. */
function ConnectionStep({ connection }: Pick<Onboarding, 'connection'>) {
  const t = useText('console_onboarding')
  return (
    <ConsoleForm intent="connect" submit={t('connect.submit')}>
      <p>{t(connection === null ? 'connect.text' : 'connect.change')}</p>
      <CodeField
        name="issuer_url"
        label={t('connect.issuer')}
        hint={t('connect.issuer_hint')}
        defaultValue={connection?.issuer_url ?? ''}
        type="url"
        required
      />
      <CodeField
        name="client_id"
        label={t('connect.client_id')}
        hint={t('connect.client_id_hint')}
        defaultValue={connection?.client_id ?? ''}
        required
      />
      <SecretField
        name="client_secret"
        label={t('connect.client_secret')}
        hint={t(connection?.has_secret === true ? 'connect.secret_kept' : 'connect.secret_hint')}
        required={connection?.has_secret !== true}
      />
    </ConsoleForm>
  )
}
