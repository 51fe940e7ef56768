import classes from './verification-page.module.css'
import { ButtonLink } from '@gatehouse/design/controls'

import { afterNavigationOnly } from '../../flow-page/after-navigation-only.ts'
import { currentFlow } from '../../flow-page/current-flow.ts'
import { actOnFlow, loadFlow } from '../../flow-page/flow-route.server.ts'
import { FlowView } from '../../flow-page/flow-view.tsx'
import { sendPatiently } from '../../flow-page/form/send-patiently.ts'
import { StartOver, StartOverForm } from '../../flow-page/form/start-over.tsx'
import { introOf } from '../../flow-page/intro.ts'
import { SentTo } from '../../flow-page/sent-to.tsx'
import { statusAsIntro } from '../../flow-page/status-line.tsx'
import { GatePage } from '../../layout/gate-page.tsx'
import { PageLink } from '../../layout/page-link.tsx'
import { partAddress } from '../../layout/part-address.ts'
import { loadWithTexts } from '../../text/load-with-texts.ts'
import { useText } from '../../text/text-source.ts'
import type { Route } from './+types/route.ts'

export async function loader(args: Route.LoaderArgs) {
  return loadFlow('verification', args)
}

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return loadWithTexts('/verification', serverLoader)
}

export async function action(args: Route.ActionArgs) {
  return actOnFlow('verification', args)
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendPatiently(serverAction)
}

export const shouldRevalidate = afterNavigationOnly

/** The prefix of the texts for each state. */
const steps = { choose_method: '', sent_email: 'sent.', passed_challenge: 'done.' } as const

/** Proving that an address is one's own. */
export default function RouteVerification(answers: Route.ComponentProps) {
  const t = useText('verification')
  const drawn = currentFlow(answers)
  const { flow, later } = drawn
  const step = steps[flow.state]
  const isSent = flow.state === 'sent_email'
  // Another address typed here would belong to no account: a signed-in person changes their own instead.
  const change =
    later === undefined ? (
      <StartOver label={t('again')} />
    ) : (
      <PageLink href={partAddress('/settings')('profile')} data-testid="change-address">
        {t('change')}
      </PageLink>
    )
  const { intro, rest } = statusAsIntro(isSent ? step : '', drawn, introOf(flow, step, t))
  return (
    <GatePage title={t(`${step}title`)} intro={intro} failed={drawn.failed}>
      <FlowView kind="verification" drawn={rest} head={isSent && <SentTo flow={flow} action={change} />} />
      {later !== undefined && (
        <div className={classes.later}>
          <ButtonLink href={later.to} link={later.document ? undefined : PageLink} data-testid="verify-later">
            {t('later')}
          </ButtonLink>
          <p>{t('later_about')}</p>
        </div>
      )}
      <StartOverForm drawn={drawn} offered={isSent && later === undefined} />
    </GatePage>
  )
}
