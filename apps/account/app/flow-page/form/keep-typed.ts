import { isInputNode, type Flow, type InputNode, type UiNode } from '@gatehouse/contract/flows'

/** Types whose content may be written into a page again. Never `password`; never `hidden`, which is not typed. */
const typedInto: ReadonlySet<string> = new Set(['text', 'email', 'tel', 'url', 'number', 'date', 'datetime-local'])

/** Fields that hold a one-time secret: useless in another flow. */
const oneTime: ReadonlySet<string> = new Set(['code', 'totp_code', 'lookup_secret'])

/** Puts a visitor's input into a flow's fields again. Fields that the flow lacks are dropped. */
export function keepTyped<F extends Flow>(flow: F, typed: URLSearchParams): F {
  return { ...flow, ui: { ...flow.ui, nodes: flow.ui.nodes.map((node) => refill(node, typed)) } }
}

function refill(node: UiNode, typed: URLSearchParams): UiNode {
  if (!isInputNode(node) || oneTime.has(node.attributes.name)) return node
  const values = typed.getAll(node.attributes.name)
  if (values.length === 0) return node
  const last = values.at(-1) ?? ''
  if (node.attributes.type === 'checkbox') return withValue(node, last === 'true' || last === 'on')
  return typedInto.has(node.attributes.type) ? withValue(node, last) : node
}

function withValue(node: InputNode, value: unknown): InputNode {
  return { ...node, attributes: { ...node.attributes, value } }
}
