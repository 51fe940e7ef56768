import { isInputNode, type FlowKind, type Message, type InputNode, type UiNode } from '@gatehouse/contract/flows'

/** The effect of a button on its form. */
export type ButtonRole =
  /** Sends the form by one method. */
  | 'submit'
  /** Runs a script of the page (passkey, security key); useless without one. */
  | 'trigger'
  /** Leaves for another provider. */
  | 'provider'
  /** Sends another code. */
  | 'resend'
  /** Returns to the screen before. */
  | 'back'
  /** Takes a credential away. */
  | 'removal'

const removals = new Set(['unlink', 'totp_unlink', 'lookup_secret_disable', 'webauthn_remove', 'passkey_remove'])
const providers = new Set(['provider', 'link', 'unlink'])
const resendLabel = 1070008
/** A provider's own button continues a sign-up that lacks data: there it is the form's main action. */
const continueWithProviderLabel = 1040003

/** Whether a node is pressed, rather than filled in. */
export function isButton(node: UiNode): node is InputNode {
  return isInputNode(node) && (node.attributes.type === 'submit' || node.attributes.type === 'button')
}

/** Whether a node is sent along and never shown. */
export function isHidden(node: UiNode): node is InputNode {
  return isInputNode(node) && node.attributes.type === 'hidden'
}

/** An input that a person fills. */
export function isField(node: UiNode): node is InputNode {
  return isInputNode(node) && !isButton(node) && !isHidden(node)
}

/**
 * Whether a browser sends a half-typed value of this field as empty, which would delete the stored one. Only the browser
 * knows that, so that its own check of such a form stays on.
 */
export function isHalfTypable(node: UiNode): boolean {
  return isField(node) && /^(number|date)/.test(node.attributes.type)
}

/** The role of a button, by its name and label alone: positions on the wire mean nothing. */
export function roleOf({ attributes: { name, type }, meta }: InputNode): ButtonRole {
  if (type === 'button' && name !== 'screen') return 'trigger'
  if (removals.has(name)) return 'removal'
  if (name === 'screen') return 'back'
  if (name === 'resend' || meta.label?.id === resendLabel) return 'resend'
  if (providers.has(name) && meta.label?.id !== continueWithProviderLabel) return 'provider'
  return 'submit'
}

/** The id of a node's control, stable across renders: error summaries link to it. `prefix` as in `FlowFormProps`. */
export function controlId(node: InputNode, prefix = ''): string {
  return `${prefix}${node.group}-${node.attributes.name}`
}

/** Returns the label of a node, or its name made readable if the service sends no label. */
export function labelOf(node: UiNode): string {
  const label = node.meta.label ?? ('label' in node.attributes ? node.attributes.label : undefined)
  if (label?.text) return label.text
  const name = nameOf(node)
  // The last word of `emails.0` says nothing; its name does.
  const word = (name.split('.').findLast((part) => !/^\d*$/.test(part)) ?? name).replaceAll(/[_-]+/g, ' ')
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** `node/{type}/{name}`, the test id of a node's wrapper. */
export function testIdOf(node: UiNode): string {
  return `node/${node.type}/${nameOf(node)}`
}

function nameOf({ attributes }: UiNode): string {
  return 'name' in attributes ? attributes.name : attributes.id
}

/** A JSON value of the wire as the text of a control. Objects and nothing at all have none. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

/** The key of a node among its siblings. Names repeat; name and value together do not. */
export function keyOf(node: UiNode): string {
  if (!isInputNode(node)) return testIdOf(node)
  const { name, type, value } = node.attributes
  return `${node.group}/${name}/${isButton(node) || name === 'method' ? `${type}:${textOf(value)}` : type}`
}

/** The errors of a list of messages. */
export function errorsOf(messages: readonly Message[] = []): readonly Message[] {
  return messages.filter((message) => message.type === 'error')
}

/** Whether a button stands for the method a person used last: `password`, `passkey`, or `oidc:google` for a provider. */
export function isLastUsed(node: InputNode, lastUsed: string | undefined): boolean {
  return (
    lastUsed !== undefined && (lastUsed === node.group || lastUsed === `${node.group}:${textOf(node.attributes.value)}`)
  )
}

/** Fields that set a new password, as opposed to proving the current one. */
export function passwordPurpose(kind: FlowKind): 'current-password' | 'new-password' {
  return kind === 'login' ? 'current-password' : 'new-password'
}

/** Whether a field takes a password that is to be remembered from now on. */
export function isNewPassword(kind: FlowKind, { attributes: { type } }: InputNode): boolean {
  return type === 'password' && passwordPurpose(kind) === 'new-password'
}
