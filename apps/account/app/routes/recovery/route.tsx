import { Aside } from '@gatehouse/design/content'
import { afterNavigationOnly } from '../../flow-page/after-navigation-only.ts'
import { currentFlow, type FlowAnswers } from '../../flow-page/current-flow.ts'
import { actOnFlow, loadFlow } from '../../flow-page/flow-route.server.ts'
import { FlowView } from '../../flow-page/flow-view.tsx'
import { sendPatiently } from '../../flow-page/form/send-patiently.ts'
import { StartOver, StartOverForm } from '../../flow-page/form/start-over.tsx'
import { introOf } from '../../flow-page/intro.ts'
import { sameReturn } from '../../flow-page/same-return.ts'
import { SentTo } from '../../flow-page/sent-to.tsx'
import { statusAsIntro } from '../../flow-page/status-line.tsx'
import { GatePage } from '../../layout/gate-page.tsx'
import { PageLink } from '../../layout/page-link.tsx'
import { loadWithTexts } from '../../text/load-with-texts.ts'
import { useText } from '../../text/text-source.ts'
import type { Route } from './+types/route.ts'

export async function loader(args: Route.LoaderArgs) {
  return loadFlow('recovery', args)
}

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return loadWithTexts('/recovery', serverLoader)
}

export async function action(args: Route.ActionArgs) {
  return actOnFlow('recovery', args)
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendPatiently(serverAction)
}

export const shouldRevalidate = afterNavigationOnly

export default function RouteRecovery({ loaderData, actionData }: Route.ComponentProps) {
  return <RecoveryPage loaderData={loaderData} actionData={actionData} />
}

/** States in which a message is on its way. */
const sent: ReadonlySet<string> = new Set(['sent_email', 'recovery_awaiting_code'])

/** Getting back in without the password. */
function RecoveryPage(answers: FlowAnswers<'recovery'>) {
  const t = useText('recovery')
  const drawn = currentFlow(answers)
  const step = sent.has(drawn.flow.state) ? 'sent.' : ''
  const { intro, rest } = statusAsIntro(step, drawn, introOf(drawn.flow, step, t))
  return (
    <GatePage title={t(`${step}title`)} intro={intro} failed={drawn.failed}>
      <FlowView
        kind="recovery"
        drawn={rest}
        head={step !== '' && <SentTo flow={drawn.flow} action={<StartOver label={t('again')} />} />}
      />
      <StartOverForm drawn={drawn} offered={step !== ''} />
      <Aside>
        {t('sign_in_intro')}{' '}
        <PageLink href={`/login${sameReturn(drawn)}`} data-testid="login-link">
          {t('sign_in')}
        </PageLink>
      </Aside>
    </GatePage>
  )
}
