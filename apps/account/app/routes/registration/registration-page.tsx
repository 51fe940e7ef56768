import { Aside } from '@gatehouse/design/content'
import { useText } from '../../text/text-source.ts'
import { currentFlow, type FlowAnswers } from '../../flow-page/current-flow.ts'
import { introOf } from '../../flow-page/intro.ts'
import { FlowView } from '../../flow-page/flow-view.tsx'
import { organizationName } from '../../flow-page/organization.ts'
import { SentTo } from '../../flow-page/sent-to.tsx'
import { statusAsIntro } from '../../flow-page/status-line.tsx'
import { sameEntry } from '../../flow-page/same-return.ts'
import { StartOver, StartOverForm } from '../../flow-page/form/start-over.tsx'
import { SignUpTerms } from '../../layout/brand-links.tsx'
import { GatePage } from '../../layout/gate-page.tsx'
import { PageLink } from '../../layout/page-link.tsx'
import { useRootData } from '../../request/root-data.ts'

/** Making an account: one screen or two, whatever the service asks. */
export function RegistrationPage(answers: FlowAnswers<'registration'>) {
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
