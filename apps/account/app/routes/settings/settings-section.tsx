import { FlowForm } from '@gatehouse/flow-form/flow-form'
import { FlowMessages } from '@gatehouse/flow-form/flow-messages'
import { Panel, Section } from '@gatehouse/design/panel'
import { useText } from '../../text/text-source.ts'
import { Form } from 'react-router'
import { useKeyTriggers } from '../../enhance/use-key-triggers.ts'
import type { DrawnFlow } from '../../flow-page/drawn-flow.ts'
import { useFormLabels } from '../../flow-page/form-labels.ts'
import { inSection } from '../../flow-page/section.ts'
import { useSubmission } from '../../flow-page/submission.ts'

/** Groups with a title of their own. Texts: namespace `settings`, `{group}.title` and `{group}.lead`. */
const titled: ReadonlySet<string> = new Set([
  'profile',
  'password',
  'oidc',
  'totp',
  'lookup_secret',
  'webauthn',
  'passkey',
])

export interface SettingsSectionProps {
  /** Group of the nodes that this section shows. */
  readonly group: string
  /** Groups without a section whose scripts this one needs. */
  readonly scripts: readonly string[]
  readonly drawn: DrawnFlow<'settings'>
  /** Whether what the service said last is about this section. */
  readonly answered: boolean
}

/** One method of the settings: what it is for, what became of the last change, and its form. */
export function SettingsSection({ group, scripts, drawn, answered }: SettingsSectionProps) {
  const t = useText('settings')
  const labels = useFormLabels()
  const { busy, pressed, onSubmit } = useSubmission()
  const action = inSection(drawn.action, group)
  const keys = useKeyTriggers(drawn.flow.ui.nodes, action)
  const texts = titled.has(group) ? group : 'other'
  return (
    <Section id={group} title={t(`${texts}.title`)} lead={t(`${texts}.lead`)}>
      {answered && <FlowMessages flow={drawn.flow} labels={labels} groups={[group]} />}
      <Panel padded>
        <FlowForm
          key={drawn.flow.id}
          flow={drawn.flow}
          kind="settings"
          action={action}
          groups={[group, ...scripts]}
          form={Form}
          formProps={{ onSubmit }}
          busy={busy}
          pressed={pressed}
          labels={labels}
          onTrigger={keys.onTrigger}
          trigger={keys.state}
        />
      </Panel>
    </Section>
  )
}
