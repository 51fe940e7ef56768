import { useSearchParams } from 'react-router'
import { accountRuleOf } from '@gatehouse/contract/account'
import { personName } from '@gatehouse/contract/identities'
import { Icon } from '@gatehouse/design/content'
import { FlowMessages } from '@gatehouse/flow-form/flow-form'
import { oneOf } from '@gatehouse/i18n/translator'

import { UnsavedQuestion } from '../../enhance/unsaved-question.tsx'
import { useKeySignals } from '../../enhance/use-key-signals.ts'
import { useUnsavedChanges } from '../../enhance/use-unsaved-changes.ts'
import { afterNavigationOnly } from '../../flow-page/after-navigation-only.ts'
import { currentFlow } from '../../flow-page/current-flow.ts'
import type { DrawnFlow } from '../../flow-page/drawn-flow.ts'
import { FlowNotice } from '../../flow-page/flow-notice.tsx'
import { actOnFlow, loadFlow } from '../../flow-page/flow-route.server.ts'
import { Departed } from '../../flow-page/form/departed.tsx'
import { sendPatiently } from '../../flow-page/form/send-patiently.ts'
import { isRefused } from '../../flow-page/settings/address-proof.ts'
import { keptParameter } from '../../flow-page/settings/kept-tick.ts'
import { useShownFlow } from '../../flow-page/shown-flow.ts'
import { AccountPage } from '../../layout/account-page.tsx'
import { useFormLabels } from '../../layout/form-labels.ts'
import { PageLink } from '../../layout/page-link.tsx'
import { isOfProfile, partAddress, profileList, SettingsAction } from '../../layout/part-address.ts'
import { removedParameter, sectionParameter } from '../../request/section.ts'
import { loadWithTexts } from '../../text/load-with-texts.ts'
import { useText } from '../../text/text-source.ts'
import type { Route } from './+types/route.ts'
import { AddressWaiting } from './address-waiting.tsx'
import { inOwnWords } from './form-flow.ts'
import { titledGroups } from './part-titles.ts'
import { isRecovery, RecoveredPage } from './recovered-page.tsx'
import { ProfileList, SettingsList } from './settings-list.tsx'
import { PartAction, SettingsPart } from './settings-part.tsx'
import { waitingAddresses, withoutWaiting } from './waiting-addresses.ts'

export async function loader(args: Route.LoaderArgs) {
  return loadFlow('settings', args)
}

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return loadWithTexts('/settings', serverLoader)
}

export async function action(args: Route.ActionArgs) {
  return actOnFlow('settings', args)
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendPatiently(serverAction)
}

export const shouldRevalidate = afterNavigationOnly

/** The settings of an account: the profile or the sign-in methods as rows, or one part with its form. */
export default function RouteSettings(answers: Route.ComponentProps) {
  const t = useText('settings')
  const labels = useFormLabels()
  const said = useSaidDone()
  const whole = currentFlow(answers)
  const [first, ...others] = waitingAddresses(whole.flow)
  const [query] = useSearchParams()
  const isTickMissing = query.has(keptParameter)
  const own = { ...whole, flow: inOwnWords(first ? withoutWaiting(whole.flow) : whole.flow, t) }
  const drawn = said(own)
  const { left, paused } = useShownFlow(drawn)
  const facts = drawn.settings
  useKeySignals(drawn.flow, facts?.open)
  const leaving = useUnsavedChanges(answers.actionData ?? answers.loaderData)
  if (facts === undefined) throw new Error('Settings are drawn with what there is to say of them')
  const { open, proof } = facts
  const failed = drawn.failed || (proof !== undefined && isRefused(proof)) || isTickMissing
  const isProfile = open === 'profile' || (open === undefined && isOfProfile(query))
  const texts = open === undefined ? (isProfile ? 'profile' : undefined) : (oneOf(titledGroups, open) ?? 'other')
  const head = {
    title: texts === undefined ? t('title') : t(`${texts}.title`),
    intro: texts === undefined ? t('intro') : t(`${texts}.intro`),
    ...(open !== undefined && {
      back: (
        <PageLink
          href={partAddress(drawn.action)(undefined, isProfile ? profileList : {})}
          aria-label={t(isProfile ? 'profile.title' : 'title')}
          title={t(isProfile ? 'profile.title' : 'title')}
          data-testid="all-settings"
        >
          <Icon name="back" size={20} />
        </PageLink>
      ),
      action: <PartAction drawn={drawn} facts={facts} group={open} />,
    }),
  }
  const content = (
    <>
      {drawn.departedTo !== undefined && <Departed to={drawn.departedTo} />}
      <FlowNotice drawn={drawn} left={left} />
      {open === undefined && <FlowMessages flow={drawn.flow} labels={labels} />}
      {first && (open === undefined || open === 'profile') && (
        <AddressWaiting flow={drawn.flow} waiting={[first, ...others]} action={drawn.action} proof={proof} />
      )}
      {open === undefined ? (
        isProfile ? (
          <ProfileList identity={drawn.flow.identity} canEdit={facts.groups.includes('profile')} />
        ) : (
          <SettingsList facts={facts} />
        )
      ) : (
        <SettingsPart
          key={`${open} ${proof?.flow.id ?? ''}`}
          group={open}
          facts={facts}
          drawn={drawn}
          paused={paused}
        />
      )}
      {leaving && (
        <UnsavedQuestion leaving={leaving} question={t('unsaved')} stay={t('leave.stay')} go={t('leave.go')} />
      )}
    </>
  )
  return (
    <SettingsAction value={drawn.action}>
      {open === 'password' && isRecovery(drawn.flow, query) ? (
        <RecoveredPage failed={failed}>{content}</RecoveredPage>
      ) : (
        <AccountPage {...head} person={personName(drawn.flow.identity)} failed={failed}>
          {content}
        </AccountPage>
      )}
    </SettingsAction>
  )
}

/** The wire's message that something was saved. */
const saved = 1050001

/** Names the saved part, and the change, if the service reports only that something was saved. */
function useSaidDone(): (drawn: DrawnFlow<'settings'>) => DrawnFlow<'settings'> {
  const t = useText('settings')
  const [query] = useSearchParams()
  return (drawn) => {
    const { ui, state, active } = drawn.flow
    const group = oneOf(titledGroups, query.get(sectionParameter) ?? active ?? '')
    if (state !== 'success' || group === undefined || group === 'profile') return drawn
    const removed = query.get(removedParameter)
    const how = removed !== null ? 'removed' : group === 'password' ? 'changed' : 'set'
    const text = t(`done.${how}`, { name: removed ?? t(`${group}.title`) })
    const messages = ui.messages?.map((one) =>
      one.id === saved && !accountRuleOf(one.context?.['account_rule']) ? { ...one, text } : one,
    )
    return { ...drawn, flow: { ...drawn.flow, ui: { ...ui, ...(messages && { messages }) } } }
  }
}
