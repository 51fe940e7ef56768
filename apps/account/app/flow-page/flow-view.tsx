import type { FlowKind, InputNode } from '@gatehouse/contract/flows'
import { FlowForm, FlowMessages } from '@gatehouse/flow-form/flow-form'
import type { ReactNode, SubmitEvent } from 'react'
import { Form } from 'react-router'
import { ClockCheck } from '../enhance/clock-check.tsx'
import { useAccountChooser } from '../enhance/use-account-chooser.ts'
import { belowField } from '../enhance/new-password.tsx'
import { NotePresses } from '../enhance/early-press.tsx'
import { useKeyTriggers } from '../enhance/use-key-triggers.ts'
import { useSignInMemory } from '../enhance/use-sign-in-memory.tsx'
import { useRootData } from '../request/root-data.ts'
import type { DrawnFlow } from './drawn-flow.ts'
import { FlowNotice } from './flow-notice.tsx'
import { Departed } from './form/departed.tsx'
import { useFormLabels } from '../layout/form-labels.ts'
import { Waiting } from './form/waiting.tsx'
import { useShownFlow } from './shown-flow.ts'
import { rememberDevice } from './form/remember-device.tsx'
import { useSubmission } from './form/submission.ts'

export interface FlowViewProps {
  readonly kind: FlowKind
  readonly drawn: DrawnFlow
  /** Between what is said about the form and the form. */
  readonly head?: ReactNode
  /** Only these groups of nodes, and `default`. */
  readonly groups?: readonly string[] | undefined
  readonly fieldEnd?: (node: InputNode) => ReactNode
}

/** A whole flow: why it is here, what went wrong, and its form. */
export function FlowView({ kind, drawn, head, groups, fieldEnd }: FlowViewProps) {
  const labels = useFormLabels()
  const methods = useRootData()?.brand.methods
  const { busy, pressed, onSubmit } = useSubmission()
  const memory = useSignInMemory(kind, drawn)
  const keys = useKeyTriggers(drawn.flow, drawn.action, memory.onProof)
  useAccountChooser(kind, drawn.flow)
  const { left, paused } = useShownFlow(drawn)
  if (drawn.departedTo !== undefined) return <Departed to={drawn.departedTo} />
  return (
    <>
      <FlowNotice drawn={drawn} left={left} />
      <FlowMessages flow={drawn.flow} labels={labels} {...(groups && { groups })} />
      {head}
      <ClockCheck nodes={drawn.flow.ui.nodes} />
      {keys.isNeeded && <NotePresses />}
      <FlowForm
        key={drawn.flow.id}
        flow={drawn.flow}
        groups={groups}
        kind={kind}
        action={drawn.action}
        form={Form}
        formProps={{
          // What is missing is said as what is wrong is: by the service, in the page's own look, with script and without.
          noValidate: true,
          onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
            onSubmit(event)
            memory.onSubmit(event)
          },
        }}
        busy={busy}
        unanswered={drawn.unanswered}
        pressed={pressed}
        paused={paused}
        labels={labels}
        onTrigger={keys.onTrigger}
        trigger={keys.state}
        fieldEnd={fieldEnd}
        fieldFoot={(node) => belowField(kind, node)}
        ownField={(group) => rememberDevice(kind, drawn.flow, group)}
        lastUsed={drawn.chosen?.method ?? memory.lastUsed}
        keepOrder={drawn.chosen === undefined && memory.keepOrder}
        order={kind === 'login' || kind === 'registration' ? methods?.[kind] : undefined}
      />
      <Waiting busy={busy} />
    </>
  )
}
