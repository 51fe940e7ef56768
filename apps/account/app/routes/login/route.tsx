import { useSearchParams } from 'react-router'
import { isInputNode, type LoginFlow } from '@gatehouse/contract/flows'
import { Aside, Person } from '@gatehouse/design/content'
import { ButtonLink } from '@gatehouse/design/controls'

import { afterNavigationOnly } from '../../flow-page/after-navigation-only.ts'
import { currentFlow } from '../../flow-page/current-flow.ts'
import type { DrawnFlow } from '../../flow-page/drawn-flow.ts'
import { actOnFlow, loadFlow } from '../../flow-page/flow-route.server.ts'
import { FlowView } from '../../flow-page/flow-view.tsx'
import { sendPatiently } from '../../flow-page/form/send-patiently.ts'
import { StartOver, StartOverForm } from '../../flow-page/form/start-over.tsx'
import { introOf } from '../../flow-page/intro.ts'
import { organizationName } from '../../flow-page/organization.ts'
import { sameEntry, sameReturn } from '../../flow-page/same-return.ts'
import { AccountChooser } from '../../flow-page/sign-in/account-chooser.tsx'
import { OtherWays } from '../../flow-page/sign-in/other-ways.tsx'
import { RemovedAccount } from '../../flow-page/sign-in/removed-account.tsx'
import { secondFactors, wayParameter } from '../../flow-page/sign-in/second-factors.ts'
import { statusAsIntro } from '../../flow-page/status-line.tsx'
import { GatePage } from '../../layout/gate-page.tsx'
import { PageLink } from '../../layout/page-link.tsx'
import { SignOut } from '../../layout/sign-out.tsx'
import { useRootData } from '../../request/root-data.ts'
import { loadWithTexts } from '../../text/load-with-texts.ts'
import { useText } from '../../text/text-source.ts'
import type { Route } from './+types/route.ts'
import { TestLoginPage } from './test-login-page.tsx'

export async function loader(args: Route.LoaderArgs) {
  return loadFlow('login', args)
}

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return loadWithTexts('/login', serverLoader)
}

export async function action(args: Route.ActionArgs) {
  return actOnFlow('login', args)
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendPatiently(serverAction)
}

export const shouldRevalidate = afterNavigationOnly

/** Signing in, confirming that it is still the same person, and the second step. */
export default function RouteLogin(answers: Route.ComponentProps) {
  const drawn = currentFlow(answers)
  const { flow } = drawn
  if (flow.test_context) return <TestLoginPage drawn={drawn} />
  return <SignInPage drawn={drawn} />
}

function SignInPage({ drawn }: { readonly drawn: DrawnFlow<'login'> }) {
  const t = useText('login')
  const brand = useRootData()?.brand.name
  const { flow } = drawn
  const step = stepOf(flow)
  const isFirst = step === ''
  const hasWays = flow.ui.nodes.some((node) => isInputNode(node) && node.attributes.type !== 'hidden')
  const lacksSecond = step === 'aal2.' && !hasWays
  const client = isFirst ? drawn.application?.name : undefined
  const organization = isFirst ? organizationName(flow) : undefined
  const page = organization === undefined ? step : 'organization.'
  const values = { brand, organization }
  const intro =
    client === undefined || organization !== undefined
      ? introOf(flow, page, t, values)
      : t('client_intro', { client, brand })
  const { intro: line, rest } = statusAsIntro(step, drawn, intro)
  const known = step === '' || step === 'code.' ? hiddenIdentifier(flow) : undefined
  const [params] = useSearchParams()
  const [shown, ...others] =
    step === 'aal2.' ? secondFactors(flow, { asked: params.get(wayParameter), lastUsed: drawn.factor }) : []
  const forgot = (
    <PageLink href={`/recovery${sameReturn(drawn)}`} data-testid="forgot-password-link">
      {t('forgot')}
    </PageLink>
  )
  if (drawn.accounts !== undefined) {
    return (
      <GatePage title={t('accounts.choose')} intro={intro}>
        <RemovedAccount drawn={drawn} />
        <AccountChooser drawn={drawn} accounts={drawn.accounts} />
        <FirstStepAside drawn={drawn} />
      </GatePage>
    )
  }
  return (
    <GatePage
      title={t(`${page}title`, values)}
      intro={lacksSecond ? t('no_second_factor') : line}
      failed={drawn.failed}
    >
      {isFirst && <RemovedAccount drawn={drawn} />}
      <StartOverForm drawn={drawn} offered={known !== undefined} />
      <FlowView
        kind="login"
        drawn={rest}
        groups={shown && [shown.group]}
        head={
          known === undefined ? (
            drawn.person !== undefined && <Person name={drawn.person} />
          ) : (
            <Person name={known} action={<StartOver label={t('change')} />} />
          )
        }
        fieldEnd={(node) => node.attributes.name === 'password' && step !== 'aal2.' && forgot}
      />
      <OtherWays ways={others} here={drawn.action} />
      {lacksSecond && (
        <ButtonLink
          href={`/settings${sameReturn(drawn)}#second`}
          link={PageLink}
          variant="primary"
          data-testid="set-up-second"
        >
          {t('set_up_second')}
        </ButtonLink>
      )}
      {isFirst ? (
        <FirstStepAside drawn={drawn} />
      ) : (
        step !== 'code.' && <OtherAccount drawn={drawn} label={t('other_account')} />
      )}
    </GatePage>
  )
}

/** The exit for a visitor who cannot or will not finish as the known person: the same sign-in from its start. */
function OtherAccount({ drawn, label }: { readonly drawn: DrawnFlow<'login'>; readonly label: string }) {
  const { application } = drawn
  if (application !== undefined) return <SignOut label={label} returnTo={application.signIn} />
  return <SignOut label={label} signInWith={sameEntry(drawn)} />
}

/** Links for other visitors: a new account, or another sign-in than their organization's. */
function FirstStepAside({ drawn }: { readonly drawn: DrawnFlow<'login'> }) {
  const t = useText('login')
  const entry = sameEntry(drawn)
  if (drawn.flow.organization_id) {
    return (
      <Aside>
        <PageLink href={`/login${entry}`} data-testid="other-sign-in">
          {t('organization.other')}
        </PageLink>
      </Aside>
    )
  }
  return (
    <Aside>
      {t('sign_up_intro')}{' '}
      <PageLink href={`/registration${entry}`} data-testid="signup-link">
        {t('sign_up')}
      </PageLink>
    </Aside>
  )
}

/** The prefix of the texts for the step of a sign-in. */
function stepOf({ state, refresh, requested_aal }: LoginFlow): '' | 'code.' | 'aal2.' | 'refresh.' {
  // A code that is the only second factor is sent at once; it is the second step all the same.
  if (requested_aal === 'aal2') return 'aal2.'
  if (state === 'sent_email') return 'code.'
  return refresh ? 'refresh.' : ''
}

/** Returns the sign-in name once it was entered and its field is hidden. */
function hiddenIdentifier({ ui }: LoginFlow): string | undefined {
  const node = ui.nodes.filter(isInputNode).find(({ attributes }) => attributes.name === 'identifier')
  const value = node?.attributes.type === 'hidden' ? node.attributes.value : undefined
  return typeof value === 'string' && value !== '' ? value : undefined
}
