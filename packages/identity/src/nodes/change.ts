import { isInputNode, type Message, type InputNode, type UiNode } from '@gatehouse/contract/flows'

import { inputNode, nodeName } from './node.ts'

/** A message at one field. */
export interface FieldMessage {
  readonly field: string
  readonly message: Message
}

/** Adds nodes; an input (except a submit button) or script replaces one of the same name. */
export function putNodes(nodes: readonly UiNode[], added: readonly UiNode[]): UiNode[] {
  const result = [...nodes]
  for (const node of added) {
    const index = isOnce(node) ? result.findIndex((other) => isOnce(other) && nodeName(other) === nodeName(node)) : -1
    if (index < 0) result.push(node)
    else result[index] = node
  }
  return result
}

/** Finds the first node of a name that is no button. */
export function findField(nodes: readonly UiNode[], name: string): InputNode | undefined {
  return nodes.filter(isInputNode).find((node) => isField(node) && node.attributes.name === name)
}

/** Sets fields to the submitted values. Names without a field are ignored; `undefined` removes the value. */
export function setValues(nodes: readonly UiNode[], values: Readonly<Record<string, unknown>>): UiNode[] {
  return nodes.map((node) => {
    if (!isInputNode(node) || !isField(node) || !Object.hasOwn(values, node.attributes.name)) return node
    const { value: _old, ...attributes } = node.attributes
    const value = values[node.attributes.name]
    return { ...node, attributes: value === undefined ? attributes : { ...attributes, value } }
  })
}

/** Returns inputs as hidden fields, with their labels. */
export function hidden(nodes: readonly UiNode[]): UiNode[] {
  return nodes.map((node) =>
    isInputNode(node) ? { ...node, attributes: { ...node.attributes, type: 'hidden' }, messages: [] } : node,
  )
}

/**
 * Assigns messages of a web hook to the field that they name, or to the nearest one around it, if the form shows it.
 * All others belong to the form.
 */
export function assignMessages(
  nodes: readonly UiNode[],
  messages: readonly FieldMessage[],
): { readonly fields: readonly FieldMessage[]; readonly form: readonly Message[] } {
  const assigned = messages.map(({ field, message }) => ({ field: shownField(nodes, field), message }))
  return {
    fields: assigned.filter((one): one is FieldMessage => one.field !== undefined),
    form: assigned.filter(({ field }) => field === undefined).map(({ message }) => message),
  }
}

/** Returns the name of the visible field of this name, or of the nearest one around it. */
export function shownField(nodes: readonly UiNode[], name: string): string | undefined {
  const node = findField(nodes, name)
  if (node && node.attributes.type !== 'hidden') return name
  const end = name.lastIndexOf('.')
  return end < 0 ? undefined : shownField(nodes, name.slice(0, end))
}

/**
 * Adds messages to their fields, or to the buttons that send a value of that name. A field without either gets a bare
 * text node, so that no message is lost.
 */
export function putMessages(nodes: readonly UiNode[], messages: readonly FieldMessage[]): UiNode[] {
  const byField = new Map<string, Message[]>()
  for (const { field, message } of messages) {
    const list = byField.get(field)
    if (list) list.push(message)
    else byField.set(field, [message])
  }
  const fields = new Set(nodes.filter(isField).map(nodeName))
  const inputs = new Set(nodes.filter(isInputNode).map(nodeName))
  const bare = Array.from(byField.keys()).filter((field) => !inputs.has(field))
  return [...nodes, ...bare.map((field) => inputNode('default', field, 'text'))].map((node) => {
    const isMeant = isField(node) || (isInputNode(node) && !fields.has(nodeName(node)))
    const own = isMeant ? byField.get(nodeName(node)) : undefined
    return own ? { ...node, messages: [...node.messages, ...own] } : node
  })
}

/** Removes all field messages, with the bare nodes that only held one. */
export function clearMessages(nodes: readonly UiNode[]): UiNode[] {
  return nodes
    .filter((node) => !(node.messages.length > 0 && isBare(node)))
    .map((node) => (node.messages.length === 0 ? node : { ...node, messages: [] }))
}

function isBare(node: UiNode): boolean {
  if (!isInputNode(node) || node.meta.label || node.group !== 'default') return false
  const { type, value, required } = node.attributes
  return type === 'text' && value === undefined && required === undefined
}

function isOnce(node: UiNode): boolean {
  return isField(node) || node.type === 'script'
}

function isField(node: UiNode): boolean {
  return isInputNode(node) && node.attributes.type !== 'submit' && node.attributes.type !== 'button'
}
