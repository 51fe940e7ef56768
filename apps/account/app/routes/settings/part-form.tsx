import type { SettingsFlow } from '@gatehouse/contract/flows'
import { FlowForm } from '@gatehouse/flow-form/flow-form'
import type { Pressed } from '@gatehouse/flow-form/nodes'
import type { ReactNode } from 'react'
import { Form, useSearchParams } from 'react-router'
import { ClockCheck } from '../../enhance/clock-check.tsx'
import { NotePresses } from '../../enhance/early-press.tsx'
import { belowField } from '../../enhance/new-password.tsx'
import { useKeyTriggers } from '../../enhance/use-key-triggers.ts'
import type { DrawnFlow } from '../../flow-page/drawn-flow.ts'
import { useFormLabels } from '../../layout/form-labels.ts'
import { useSubmission } from '../../flow-page/form/submission.ts'
import { Waiting } from '../../flow-page/form/waiting.tsx'
import { inSection } from '../../request/section.ts'
import { signInNames } from '../../identity/sign-in-names.ts'
import { belowSecrets } from './below-secrets.tsx'
import { withoutRemovals } from './form-flow.ts'
import { isRecovery, recoveredParameter } from './recovered-page.tsx'

interface PartFormProps {
  readonly group: string
  readonly drawn: DrawnFlow<'settings'>
  readonly paused?: Pressed | undefined
}

/** The form of one part, without the buttons that remove credentials. */
export function PartForm({ group, drawn, paused }: PartFormProps) {
  const labels = useFormLabels()
  const { busy, pressed, onSubmit } = useSubmission()
  const [query] = useSearchParams()
  const isAfter = group === 'password' && isRecovery(drawn.flow, query)
  const action = `${inSection(drawn.action, group)}${isAfter ? `&${recoveredParameter}=1` : ''}`
  const keys = useKeyTriggers(drawn.flow, action)
  const flow = withoutRemovals(drawn.flow)
  // Passkeys run on the script of the security keys, even if these are disabled.
  const scripts = flow.ui.nodes.flatMap((node) => (node.type === 'script' ? [node.group] : []))
  return (
    <>
      {group === 'totp' && <ClockCheck nodes={flow.ui.nodes} />}
      {keys.isNeeded && <NotePresses />}
      <FlowForm
        key={flow.id}
        flow={flow}
        kind="settings"
        action={action}
        groups={[group, ...scripts]}
        form={Form}
        // Missing input is reported as invalid input is.
        formProps={{ onSubmit, noValidate: true }}
        fieldFoot={(node) => belowField('settings', node)}
        ownField={(of) => besidePassword(of, flow)}
        busy={busy}
        unanswered={drawn.unanswered}
        pressed={pressed}
        contentFoot={(node) => belowSecrets(node, flow)}
        paused={paused}
        labels={labels}
        onTrigger={keys.onTrigger}
        trigger={keys.state}
      />
      <Waiting busy={busy && pressed !== undefined} />
    </>
  )
}

/** Tells password managers which account the new password is for. Without a name the input is not sent. */
function besidePassword(group: string, { identity }: SettingsFlow): ReactNode {
  if (group !== 'password') return null
  return <input type="text" autoComplete="username" value={signInNames(identity)[0] ?? ''} readOnly hidden />
}
