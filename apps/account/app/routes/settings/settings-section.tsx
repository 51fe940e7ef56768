import type { SettingsFlow } from '@gatehouse/contract/flows'
import { FlowForm, FlowMessages } from '@gatehouse/flow-form/flow-form'
import type { Pressed } from '@gatehouse/flow-form/nodes'
import { Panel, Section } from '@gatehouse/design/content'
import { oneOf } from '@gatehouse/i18n/translator'
import { type ReactNode, useEffect } from 'react'
import { Form } from 'react-router'
import { useText } from '../../text/text-source.ts'
import { belowField } from '../../enhance/new-password.tsx'
import { ClockCheck } from '../../enhance/clock-check.tsx'
import { NotePresses } from '../../enhance/early-press.tsx'
import { useKeyTriggers } from '../../enhance/use-key-triggers.ts'
import type { DrawnFlow } from '../../flow-page/drawn-flow.ts'
import { useFormLabels } from '../../flow-page/form/form-labels.ts'
import { signInNames } from '../../identity/sign-in-names.ts'
import { inSection } from '../../flow-page/section.ts'
import { useSubmission } from '../../flow-page/form/submission.ts'
import { belowCodes } from './backup-code-tools.tsx'
import classes from './settings-page.module.css'
import { Waiting } from '../../flow-page/form/waiting.tsx'

/** Groups with a title of their own. Texts: namespace `settings`, `{group}.title` and `{group}.intro`. */
const titled = ['profile', 'password', 'oidc', 'totp', 'lookup_secret', 'webauthn', 'passkey'] as const

export interface SettingsSectionProps {
  /** Group of the nodes that this section shows. */
  readonly group: string
  /** Groups without a section whose scripts this one needs. */
  readonly scripts: readonly string[]
  readonly drawn: DrawnFlow<'settings'>
  /** Whether what the service said last is about this section. */
  readonly answered: boolean
  readonly paused: Pressed | undefined
}

/** One method of the settings: what it is for, what became of the last change, and its form. */
export function SettingsSection({ group, scripts, drawn, answered, paused }: SettingsSectionProps) {
  const t = useText('settings')
  const labels = useFormLabels()
  const { busy, pressed, onSubmit } = useSubmission()
  const action = inSection(drawn.action, group)
  const keys = useKeyTriggers(drawn.flow, action)
  const texts = oneOf(titled, group) ?? 'other'
  useFocusKept(group, answered ? drawn : undefined)
  return (
    <Section id={group} title={t(`${texts}.title`)} intro={t(`${texts}.intro`)}>
      {/* Here before there is anything to say, so that screen readers hear when there is. */}
      <div aria-live="polite" className={classes.said}>
        {answered && <FlowMessages flow={drawn.flow} labels={labels} groups={[group]} />}
      </div>
      <Panel padded>
        <ClockCheck nodes={group === 'totp' ? drawn.flow.ui.nodes : []} />
        {keys.isNeeded && <NotePresses />}
        <FlowForm
          key={drawn.flow.id}
          flow={drawn.flow}
          kind="settings"
          action={action}
          groups={[group, ...scripts]}
          form={Form}
          formProps={{ onSubmit }}
          fieldFoot={(node) => belowField('settings', node)}
          ownField={(of) => besidePassword(of, drawn.flow)}
          busy={busy}
          unanswered={drawn.unanswered}
          pressed={pressed}
          contentFoot={(node) => belowCodes(node, drawn.flow)}
          paused={paused}
          labels={labels}
          onTrigger={keys.onTrigger}
          trigger={keys.state}
        />
        <Waiting busy={busy && pressed !== undefined} />
      </Panel>
    </Section>
  )
}

/** What was pressed may be gone with the answer: the focus then stays in the section, not at the top of the page. */
function useFocusKept(id: string, answer: unknown): void {
  useEffect(() => {
    if (answer === undefined || document.activeElement !== document.body) return
    const section = document.getElementById(id)
    section?.focus({ preventScroll: true })
    section?.scrollIntoView({ block: 'nearest' })
  }, [id, answer])
}

/** Tells password managers whose new password this is. Without a name of its own it is not sent. */
function besidePassword(group: string, { identity }: SettingsFlow): ReactNode {
  if (group !== 'password') return null
  return <input type="text" autoComplete="username" value={signInNames(identity)[0] ?? ''} readOnly hidden />
}
