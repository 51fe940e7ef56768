import { rememberDeviceField } from '@gatehouse/contract/account'
import { type FlowKind, type InputNode, isInputNode, type Flow } from '@gatehouse/contract/flows'
import { Checkbox } from '@gatehouse/design/controls'
import { FlowForm, FlowMessages } from '@gatehouse/flow-form/flow-form'
import type { ReactNode, SubmitEvent } from 'react'
import { Form } from 'react-router'
import { ClockCheck } from '../enhance/clock-check.tsx'
import { NotePresses } from '../enhance/early-press.tsx'
import { belowField } from '../enhance/new-password.tsx'
import { useAccountChooser } from '../enhance/use-account-chooser.ts'
import { useKeyTriggers } from '../enhance/use-key-triggers.ts'
import { useSignInMemory } from '../enhance/use-sign-in-memory.tsx'
import { useFormLabels } from '../layout/form-labels.ts'
import { useRootData } from '../request/root-data.ts'
import { useText } from '../text/text-source.ts'
import type { DrawnFlow } from './drawn-flow.ts'
import { FlowNotice } from './flow-notice.tsx'
import { Departed } from './form/departed.tsx'
import { useSubmission } from './form/submission.ts'
import { Waiting } from './form/waiting.tsx'
import { useShownFlow } from './shown-flow.ts'

export interface FlowViewProps {
  readonly kind: FlowKind
  readonly drawn: DrawnFlow
  /** Between the messages of the form and the form. */
  readonly head?: ReactNode
  /** Only these groups of nodes, and `default`. */
  readonly groups?: readonly string[] | undefined
  readonly fieldEnd?: (node: InputNode) => ReactNode
}

/** A whole flow: its notice, its errors, and its form. */
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
          // Missing input is reported as invalid input is: by the service, in the page's own look, with script and
          // without.
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

/** Proofs that a backup code replaces. */
const proofs: ReadonlySet<string> = new Set(['totp', 'code', 'webauthn', 'passkey'])

/**
 * For a second step: a tick that spares this browser the next ones. Above the code, as a complete code sends itself.
 * Once on a page: not for a backup code beside the usual proof.
 * `group` is that of the form's main action; a form that only asks for a code to be sent needs none.
 */
function rememberDevice(kind: FlowKind, flow: Flow, group: string): ReactNode {
  const isSecond = kind === 'login' && 'requested_aal' in flow && flow.requested_aal === 'aal2'
  const isProof = group !== 'code' || flow.ui.nodes.some((one) => isInputNode(one) && one.attributes.name === 'code')
  const isSpare = group === 'lookup_secret' && flow.ui.nodes.some((one) => proofs.has(one.group))
  return isSecond && isProof && !isSpare && <RememberDevice id={`${group}-${rememberDeviceField}`} />
}

function RememberDevice({ id }: { readonly id: string }) {
  const t = useText('login')
  const days = useRootData()?.offers.rememberDeviceDays
  if (days === undefined) return null
  return <Checkbox id={id} name={rememberDeviceField} value="true" label={t('remember_device', { count: days })} />
}
