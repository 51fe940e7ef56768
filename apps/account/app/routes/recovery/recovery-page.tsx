import { Aside } from '@gatehouse/design/content'
import { useText } from '../../text/text-source.ts'
import { currentFlow, type FlowAnswers } from '../../flow-page/current-flow.ts'
import { introOf } from '../../flow-page/intro.ts'
import { FlowView } from '../../flow-page/flow-view.tsx'
import { SentTo } from '../../flow-page/sent-to.tsx'
import { statusAsIntro } from '../../flow-page/status-line.tsx'
import { sameReturn } from '../../flow-page/same-return.ts'
import { StartOver, StartOverForm } from '../../flow-page/form/start-over.tsx'
import { GatePage } from '../../layout/gate-page.tsx'
import { PageLink } from '../../layout/page-link.tsx'

/** States in which a message is on its way. */
const sent: ReadonlySet<string> = new Set(['sent_email', 'recovery_awaiting_code'])

/** Getting back in without the password. */
export function RecoveryPage(answers: FlowAnswers<'recovery'>) {
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
