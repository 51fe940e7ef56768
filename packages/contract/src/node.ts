import type { Message } from './messages.ts'

/** The methods, and `default`, that nodes belong to. */
export const nodeGroups = [
  'default',
  'password',
  'oidc',
  'profile',
  'link',
  'code',
  'totp',
  'lookup_secret',
  'webauthn',
  'passkey',
  'identifier_first',
  'captcha',
  'saml',
  'deviceauthn',
] as const

/** The method (or `default`) a node belongs to. Services may send groups that are not listed. */
export type NodeGroup = (typeof nodeGroups)[number] | (string & {})

/** Input types the wire carries; equal to the HTML input types of the same names. */
export type InputType =
  | 'text'
  | 'password'
  | 'number'
  | 'checkbox'
  | 'hidden'
  | 'email'
  | 'tel'
  | 'submit'
  | 'button'
  | 'datetime-local'
  | 'date'
  | 'url'
  | (string & {})

/** An `<input>` or a submit `<button>`. `value` keeps its JSON type (a checkbox has a boolean). */
export interface InputAttributes {
  readonly node_type: 'input'
  readonly name: string
  readonly type: InputType
  readonly value?: unknown
  readonly required?: boolean
  readonly disabled: boolean
  readonly autocomplete?: string
  readonly pattern?: string
  readonly maxlength?: number
  readonly onclick?: string
  readonly onclickTrigger?: string
  readonly onload?: string
  readonly onloadTrigger?: string
  readonly label?: Message
  /** Choices of an enumerated trait, on services that publish them. */
  readonly options?: readonly { readonly value: unknown; readonly label?: Message }[]
}

/** A picture, such as the TOTP QR code; `src` is a data URI. */
export interface ImageAttributes {
  readonly node_type: 'img'
  readonly id: string
  readonly src: string
  readonly width: number
  readonly height: number
}

/** A link, such as the continuation of a finished verification. */
export interface AnchorAttributes {
  readonly node_type: 'a'
  readonly id: string
  readonly href: string
  readonly title: Message
}

/** Text to show, such as the recovery codes. */
export interface TextAttributes {
  readonly node_type: 'text'
  readonly id: string
  readonly text: Message
}

/** A script the page needs for a method (WebAuthn, passkeys). */
export interface ScriptAttributes {
  readonly node_type: 'script'
  readonly id: string
  readonly src: string
  readonly async: boolean
  readonly referrerpolicy: string
  readonly crossorigin: string
  readonly integrity: string
  readonly type: string
  readonly nonce: string
}

/** The container of a third-party widget (captcha). */
export interface DivisionAttributes {
  readonly node_type: 'div'
  readonly id: string
  readonly class?: string
  readonly data?: Readonly<Record<string, string>>
}

/** The attributes of a node, by its `node_type`. */
export type NodeAttributes =
  | InputAttributes
  | ImageAttributes
  | AnchorAttributes
  | TextAttributes
  | ScriptAttributes
  | DivisionAttributes

/** One thing to draw. Select nodes by name, value and type: their order is not part of the contract. */
export interface UiNode<A extends NodeAttributes = NodeAttributes> {
  readonly type: A['node_type']
  readonly group: NodeGroup
  readonly attributes: A
  readonly messages: readonly Message[]
  readonly meta: { readonly label?: Message }
}

/** A node that is a field or a button. */
export type InputNode = UiNode<InputAttributes>

/** Narrows a node to an input (field, hidden value or button). */
export function isInputNode(node: UiNode): node is InputNode {
  return node.attributes.node_type === 'input'
}
