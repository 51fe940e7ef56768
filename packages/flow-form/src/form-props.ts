import type { Flow, FlowKind, InputNode, UiNode } from '@gatehouse/contract/flows'
import type { ElementType, FormHTMLAttributes, ReactNode } from 'react'
import type { FlowFormLabels } from './labels.ts'
import type { Arrangement } from './node-list.ts'
import type { Pressed } from './node-props.ts'
import type { RunTrigger, TriggerState } from './triggers.ts'

/** The input from which a flow is drawn. */
export interface FlowFormProps {
  /** Already in the person's language. */
  readonly flow: Flow
  readonly kind: FlowKind
  /** The address to which the form posts. Default: the service's own address (`ui.action`). */
  readonly action?: string | undefined
  /** Draw only these groups of nodes, and `default`: one form per method on a settings page. */
  readonly groups?: readonly string[] | undefined
  /** Begins the id of everything drawn. For pages that show two flows at once, or have such ids themselves. */
  readonly idPrefix?: string | undefined
  /** The form element or component. Default: `form`. */
  readonly form?: ElementType | undefined
  readonly formProps?: (FormHTMLAttributes<HTMLFormElement> & Readonly<Record<string, unknown>>) | undefined
  /** A submit is on its way; `pressed` is its button. */
  readonly busy?: boolean | undefined
  readonly pressed?: Pressed | undefined
  /** The last submit got no answer: it is to be sent again, so passwords stay. After an answer they are emptied. */
  readonly unanswered?: boolean | undefined
  /** A button that must not be pressed yet: its method was used too often. */
  readonly paused?: Pressed | undefined
  readonly labels?: Partial<FlowFormLabels> | undefined
  /** Content beside a field's label. */
  readonly fieldEnd?: ((node: InputNode) => ReactNode) | undefined
  /** Content below a field's control. */
  readonly fieldFoot?: ((node: InputNode) => ReactNode) | undefined
  /** A field of the page's own at the beginning of each form; `group` is that of the form's main action. */
  readonly ownField?: ((group: string) => ReactNode) | undefined
  /** Content below a node that is only displayed. */
  readonly contentFoot?: ((node: UiNode) => ReactNode) | undefined
  /** The method used last: `passkey`, `code`, `oidc:google`. It says so, and comes first unless `keepOrder`. */
  readonly lastUsed?: string | undefined
  readonly keepOrder?: boolean | undefined
  /** Groups, the first one first: the order of the methods. */
  readonly order?: readonly string[] | undefined
  /** Nonce of the page's content security policy, for the service's script. */
  readonly nonce?: string | undefined
  /**
   * Runs a script function of the service; the service's script is omitted then. Default: calls it on `window`. Pass
   * the same function on every render, or functions that run on arrival run again.
   */
  readonly onTrigger?: RunTrigger | undefined
  readonly trigger?: TriggerState | undefined
}

/** The same with every label. */
export interface LabelledProps extends FlowFormProps {
  readonly labels: FlowFormLabels
}

/** One of the forms of a flow. */
export interface OneFormProps extends LabelledProps {
  readonly arrangement: Arrangement
  /** A number that is new after each answered submit. */
  readonly answers: number
  /** The position of this form relative to the main one. */
  readonly position?: 'before' | 'further'
}
