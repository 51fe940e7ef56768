import type { UiNode } from '@gatehouse/contract/flows'
import { Alert } from '@gatehouse/design/content'
import { Fragment, useState, type SubmitEvent, type ReactNode } from 'react'
import classes from './flow-form.module.css'
import { FormBody } from './form-body.tsx'
import { NodeMessages } from './content-node.tsx'
import { englishLabels, type FlowFormLabels } from './labels.ts'
import { isHalfTypable, keyOf } from './node-facts.ts'
import { arrangeNodes, type Arrangement } from './node-list.ts'
import { NodeView } from './node-view.tsx'
import type { FlowFormProps, LabelledProps, OneFormProps } from './form-props.ts'
import { ScriptNode } from './script-node.tsx'
import { useLoadTriggers } from './triggers.ts'

export type { FlowFormProps }

/** Draws any flow as native forms that work without script. Enter presses the main action, in every one of them. */
export function FlowForm(given: FlowFormProps) {
  const props = { ...given, labels: { ...englishLabels, ...given.labels } }
  const { flow, groups, lastUsed, keepOrder, order, busy = false, unanswered = false } = props
  const arrangement = arrangeNodes(flow.ui.nodes, { groups, order, lastUsed: keepOrder ? undefined : lastUsed })
  const answers = useAnswers(busy, unanswered)
  useLoadTriggers(flow.ui.nodes, props.onTrigger)
  // Existing credentials come before those that can be added.
  const keysFirst = arrangement.removals.some((node) => node.attributes.name !== 'lookup_secret_disable')
  const removals = <Removals {...props} arrangement={arrangement} />
  return (
    <div className={classes.forms} data-part="flow-form" data-kind={props.kind}>
      {keysFirst && removals}
      {arrangement.before && (
        <OneForm {...props} arrangement={arrangement.before} answers={answers} position="before" />
      )}
      <OneForm {...props} arrangement={arrangement} answers={answers} />
      {arrangement.further.map((further, index) => (
        <OneForm key={index} {...props} arrangement={further} answers={answers} position="further" />
      ))}
      {!keysFirst && removals}
      <InApp nodes={arrangement.inApp} labels={props.labels} />
      {flow.type === 'browser' &&
        !props.onTrigger &&
        arrangement.scripts.map((node) => <ScriptNode key={node.attributes.id} node={node} nonce={props.nonce} />)}
    </div>
  )
}

/** Counts answered submits. A password field is created again after each, so that no page keeps a typed password. */
function useAnswers(busy: boolean, unanswered: boolean): number {
  const [seen, setSeen] = useState({ busy, count: 0 })
  if (seen.busy !== busy) setSeen({ busy, count: seen.count + (busy || unanswered ? 0 : 1) })
  return seen.count
}

function OneForm(props: OneFormProps) {
  const { arrangement, kind } = props
  const { primary, content, resend, alternatives, providers, back } = arrangement
  const buttons = [...(primary ? [primary] : []), ...resend, ...alternatives, ...providers, ...back]
  if (buttons.length === 0) {
    // Nothing to send: a form would only put the anti-CSRF token into an address.
    return content.map((node, index) => (
      <Fragment key={index}>
        <NodeView node={node} kind={kind} labels={props.labels} idPrefix={props.idPrefix} />
        {props.contentFoot?.(node)}
      </Fragment>
    ))
  }
  return (
    <FormElement {...props}>
      <FormBody {...props} />
    </FormElement>
  )
}

/** A sentence in place of the buttons that only an app can use. */
function InApp({ nodes, labels }: { readonly nodes: readonly UiNode[]; readonly labels: FlowFormLabels }) {
  if (nodes.length === 0) return null
  return (
    <div data-testid="in-app">
      <Alert kind="info">{labels.inApp}</Alert>
      {nodes.map((node) => (
        <NodeMessages key={keyOf(node)} node={node} />
      ))}
    </div>
  )
}

function Removals(props: LabelledProps & { readonly arrangement: Arrangement }) {
  const { arrangement, kind, busy, pressed, labels } = props
  if (arrangement.removals.length === 0) return null
  return (
    <FormElement {...props}>
      {[...arrangement.hidden.filter((node) => node.group === 'default'), ...arrangement.removals].map(
        (node, index) => (
          <NodeView
            key={index}
            node={node}
            kind={kind}
            labels={labels}
            idPrefix={props.idPrefix}
            variant="danger"
            row
            validate={false}
            busy={busy}
            pressed={pressed}
          />
        ),
      )}
    </FormElement>
  )
}

function FormElement({
  flow,
  arrangement,
  action,
  form: Form = 'form',
  formProps,
  busy,
  children,
}: FlowFormProps & { readonly arrangement: Arrangement; readonly children: ReactNode }) {
  return (
    <Form
      {...formProps}
      noValidate={formProps?.noValidate && !arrangement.content.some(isHalfTypable)}
      className={classes.form}
      method={flow.ui.method.toLowerCase()}
      action={action ?? flow.ui.action}
      aria-busy={busy || undefined}
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        if (busy) event.preventDefault()
        else formProps?.onSubmit?.(event)
      }}
    >
      {children}
    </Form>
  )
}
