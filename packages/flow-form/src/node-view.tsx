import type { FlowKind } from '@gatehouse/contract/flow'
import { isInputNode, type UiNode } from '@gatehouse/contract/node'
import type { ButtonVariant } from '@gatehouse/design/button'
import type { ReactNode } from 'react'
import { ButtonNode } from './button-node.tsx'
import { ContentNode } from './content-node.tsx'
import { FieldNode } from './field-node.tsx'
import { englishLabels, type FlowFormLabels } from './labels.ts'
import { isButton, isHidden, testIdOf, textOf } from './node-facts.ts'
import type { RunTrigger, TriggerState } from './triggers.ts'

/** The button whose press is being answered. */
export interface Pressed {
  readonly name: string
  readonly value: string
}

export interface NodeViewProps {
  readonly node: UiNode
  readonly kind: FlowKind
  readonly labels?: FlowFormLabels | undefined
  /** As in `FlowFormProps`. */
  readonly idPrefix?: string | undefined
  /** Looks of a button. */
  readonly variant?: ButtonVariant | undefined
  /** Draw a button as a line of a list, with the icon of its method. */
  readonly row?: boolean | undefined
  /** Show a provider's name alone; the whole label is what a screen reader says. */
  readonly short?: boolean | undefined
  /** Let the browser check the field before it submits. Default: true. */
  readonly validate?: boolean | undefined
  /** Send the form when a code is complete. */
  readonly autoSubmit?: boolean | undefined
  readonly busy?: boolean | undefined
  readonly pressed?: Pressed | undefined
  /** See `FlowFormProps`. */
  readonly paused?: Pressed | undefined
  readonly lastUsed?: boolean | undefined
  /** Beside a field's label. */
  readonly end?: ReactNode
  /** Below a field's control. */
  readonly foot?: ReactNode
  readonly onTrigger?: RunTrigger | undefined
  readonly trigger?: TriggerState | undefined
}

/** One node of the wire, whatever its type, in a wrapper with the test id `node/{type}/{name}`. */
export function NodeView(props: NodeViewProps) {
  const { node } = props
  const labels = props.labels ?? englishLabels
  if (!isInputNode(node)) return <ContentNode node={node} labels={labels} idPrefix={props.idPrefix} />
  if (isHidden(node)) {
    return (
      <div hidden data-testid={testIdOf(node)}>
        <input type="hidden" name={node.attributes.name} defaultValue={textOf(node.attributes.value)} />
      </div>
    )
  }
  if (isButton(node)) return <ButtonNode {...props} node={node} labels={labels} />
  return <FieldNode {...props} node={node} labels={labels} />
}
