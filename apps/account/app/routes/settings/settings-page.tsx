import { FlowMessages } from '@gatehouse/flow-form/flow-form'
import { groupsOf } from '@gatehouse/flow-form/nodes'
import { useText } from '../../text/text-source.ts'
import { useSearchParams } from 'react-router'
import { useKeySignals } from '../../enhance/use-key-signals.ts'
import { useUnsavedChanges } from '../../enhance/use-unsaved-changes.ts'
import { currentFlow, type FlowAnswers } from '../../flow-page/current-flow.ts'
import { FlowNotice } from '../../flow-page/flow-notice.tsx'
import { Departed } from '../../flow-page/form/departed.tsx'
import { useFormLabels } from '../../flow-page/form/form-labels.ts'
import { sectionParameter } from '../../flow-page/section.ts'
import { personName } from '@gatehouse/contract/identities'
import { useShownFlow } from '../../flow-page/shown-flow.ts'
import { AccountPage } from '../../layout/account-page.tsx'
import { AddressFirst } from './address-first.tsx'
import { AddressWaiting } from './address-waiting.tsx'
import { SettingsSection } from './settings-section.tsx'
import { waitingAddresses, withoutWaiting } from './waiting-addresses.ts'

/** Everything a person can change about their account: one section, and one form, for each method. */
export function SettingsPage(answers: FlowAnswers<'settings'>) {
  const t = useText('settings')
  const [query] = useSearchParams()
  const labels = useFormLabels()
  const whole = currentFlow(answers)
  const [first, ...others] = waitingAddresses(whole.flow)
  const drawn = first ? { ...whole, flow: withoutWaiting(whole.flow) } : whole
  const { left, paused } = useShownFlow(drawn)
  const { nodes } = drawn.flow.ui
  const groups = groupsOf(nodes.filter(({ type }) => type !== 'script'))
  // Passkeys run on the script of the security keys, also where these are switched off.
  const scripts = groupsOf(nodes).filter((group) => !groups.includes(group))
  const answered = groups.find((group) => group === query.get(sectionParameter))
  useKeySignals(drawn.flow, answered)
  useUnsavedChanges(drawn, answered, t('unsaved'))
  return (
    <AccountPage title={t('title')} intro={t('intro')} person={personName(drawn.flow.identity)} failed={drawn.failed}>
      {drawn.departedTo !== undefined && <Departed to={drawn.departedTo} />}
      <FlowNotice drawn={drawn} left={left} />
      {answered === undefined && <FlowMessages flow={drawn.flow} labels={labels} />}
      {first && <AddressWaiting flow={drawn.flow} waiting={[first, ...others]} action={drawn.action} />}
      {groups.map((group) => (
        <SettingsSection
          key={group}
          group={group}
          scripts={group === 'passkey' ? scripts : []}
          drawn={drawn}
          paused={paused}
          answered={group === answered}
        />
      ))}
      {drawn.addressFirst && <AddressFirst addresses={drawn.addressFirst} />}
    </AccountPage>
  )
}
