import { useText } from '../../text/text-source.ts'
import { Aside } from '@gatehouse/design/content'
import { currentFlow, type FlowAnswers } from '../../flow-page/current-flow.ts'
import { introOf } from '../../flow-page/intro.ts'
import { FlowView } from '../../flow-page/flow-view.tsx'
import { StartOver, StartOverForm } from '../../flow-page/form/start-over.tsx'
import { GatePage } from '../../layout/gate-page.tsx'

/** The prefix of the texts for each state. */
const steps = { choose_method: '', sent_email: 'sent.', passed_challenge: 'done.' } as const

/** Proving that an address is one's own. */
export function VerificationPage(answers: FlowAnswers<'verification'>) {
  const t = useText('verification')
  const drawn = currentFlow(answers)
  const step = steps[drawn.flow.state]
  return (
    <GatePage title={t(`${step}title`)} intro={introOf(drawn.flow, step, t)} failed={drawn.failed}>
      <FlowView kind="verification" drawn={drawn} />
      {drawn.flow.state === 'sent_email' && (
        <Aside>
          {t('again_intro')} <StartOver label={t('again')} />
        </Aside>
      )}
      <StartOverForm drawn={drawn} offered={drawn.flow.state === 'sent_email'} />
    </GatePage>
  )
}
