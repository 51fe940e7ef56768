import { ButtonLink } from '@gatehouse/design/controls'
import { useText } from '../../text/text-source.ts'
import { currentFlow, type FlowAnswers } from '../../flow-page/current-flow.ts'
import { introOf } from '../../flow-page/intro.ts'
import { FlowView } from '../../flow-page/flow-view.tsx'
import { statusAsIntro } from '../../flow-page/status-line.tsx'
import { SentTo } from '../../flow-page/sent-to.tsx'
import { StartOver, StartOverForm } from '../../flow-page/form/start-over.tsx'
import { GatePage } from '../../layout/gate-page.tsx'
import { PageLink } from '../../layout/page-link.tsx'
import { partAddress } from '../../layout/part-address.ts'
import classes from './verification-page.module.css'

/** The prefix of the texts for each state. */
const steps = { choose_method: '', sent_email: 'sent.', passed_challenge: 'done.' } as const

/** Proving that an address is one's own. */
export function VerificationPage(answers: FlowAnswers<'verification'>) {
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
