import { CopyField } from '@gatehouse/design/controls'
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
  useLocation,
} from 'react-router'
import { notFound } from '../../failure/fail.server.ts'
import { readForm } from '../../form/fields.server.ts'
import { GatePage } from '../../layout/gate-page.tsx'
import { carriedLink } from '../../links/link-token.server.ts'
import { openPortal } from '../../onboarding/portal.server.ts'
import { consoleRequestOf } from '../../request/console-request.ts'
import { Instant } from '../../text/instant.tsx'
import { useText } from '../../text/texts.tsx'
import { useCopyTexts } from '../../form/use-copy-texts.ts'
import { connect } from './connect.server.ts'
import { check } from './check.server.ts'
import { ConnectionStep } from './connection-step.tsx'
import { Guide } from './guide.tsx'
import classes from './onboarding.module.css'
import { ConnectionStatus } from './connection-status.tsx'
import { Step } from './step.tsx'

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
export default function Onboarding() {
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
