import type { FlowKind, Message, UiNode } from '@gatehouse/contract/flows'
import type { ButtonVariant } from '@gatehouse/design/controls'
import type { ReactNode } from 'react'
import type { FlowFormLabels } from './labels.ts'
import type { RunTrigger, TriggerState } from './triggers.ts'

/** The button whose press is being answered. */
export interface Pressed {
  readonly name: string
  readonly value: string
}

/** The input from which a node is drawn. */
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
  /** Shows a provider's name alone; a screen reader says the whole label. */
  readonly short?: boolean | undefined
  /** Let the browser check the field before it submits. Default: true. */
  readonly validate?: boolean | undefined
  /** Send the form when a code is complete. */
  readonly autoSubmit?: boolean | undefined
  /** The label of the key of a phone's keyboard that sends the form. */
  readonly enterKey?: 'next' | 'go' | undefined
  /** Put the caret into the field when it appears. */
  readonly caret?: boolean | undefined
  readonly busy?: boolean | undefined
  readonly pressed?: Pressed | undefined
  /** See `FlowFormProps`. */
  readonly paused?: Pressed | undefined
  readonly lastUsed?: boolean | undefined
  /** Beside a field's label. */
  readonly end?: ReactNode
  /** Ids of other elements that describe the fault of a field. */
  readonly errorIds?: string | undefined
  /** Errors of the whole form that are about this field alone: shown at it. */
  readonly formErrors?: readonly Message[] | undefined
  /** Below a field's control. */
  readonly foot?: ReactNode
  readonly onTrigger?: RunTrigger | undefined
  readonly trigger?: TriggerState | undefined
}
