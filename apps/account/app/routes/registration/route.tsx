import { Aside } from '@gatehouse/design/content'

import { afterNavigationOnly } from '../../flow-page/after-navigation-only.ts'
import { currentFlow } from '../../flow-page/current-flow.ts'
import { actOnFlow, loadFlow } from '../../flow-page/flow-route.server.ts'
import { FlowView } from '../../flow-page/flow-view.tsx'
import { sendPatiently } from '../../flow-page/form/send-patiently.ts'
import { StartOver, StartOverForm } from '../../flow-page/form/start-over.tsx'
import { introOf } from '../../flow-page/intro.ts'
import { organizationName } from '../../flow-page/organization.ts'
import { sameEntry } from '../../flow-page/same-return.ts'
import { SentTo } from '../../flow-page/sent-to.tsx'
import { statusAsIntro } from '../../flow-page/status-line.tsx'
import { SignUpTerms } from '../../layout/brand-links.tsx'
import { GatePage } from '../../layout/gate-page.tsx'
import { PageLink } from '../../layout/page-link.tsx'
import { useRootData } from '../../request/root-data.ts'
import { loadWithTexts } from '../../text/load-with-texts.ts'
import { useText } from '../../text/text-source.ts'
import type { Route } from './+types/route.ts'

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

/** Making an account: one screen or two, whatever the service asks. */
export default function RouteRegistration(answers: Route.ComponentProps) {
  const t = useText('registration')
  const brand = useRootData()?.brand.name
  const drawn = currentFlow(answers)
  const step = drawn.flow.state === 'sent_email' ? 'code.' : ''
  const client = step === '' ? drawn.application?.name : undefined
  const organization = step === '' ? organizationName(drawn.flow) : undefined
  const page = organization === undefined ? step : 'organization.'
  const line =
    client === undefined || organization !== undefined
      ? introOf(drawn.flow, page, t, { brand, organization })
      : t('client_intro', { client, brand })
  const { intro, rest } = statusAsIntro(step, drawn, line)
  return (
    <GatePage title={t(`${step}title`)} intro={intro} failed={drawn.failed}>
      <FlowView
        kind="registration"
        drawn={rest}
        head={step !== '' && <SentTo flow={drawn.flow} action={<StartOver label={t('again')} />} />}
      />
      <StartOverForm drawn={drawn} offered={step !== ''} />
      <SignUpTerms />
      <Aside>
        {t('sign_in_intro')}{' '}
        <PageLink href={`/login${sameEntry(drawn)}`} data-testid="login-link">
          {t('sign_in')}
        </PageLink>
      </Aside>
    </GatePage>
  )
}
