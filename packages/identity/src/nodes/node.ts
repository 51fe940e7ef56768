import {
  isInputNode,
  type Message,
  type AnchorAttributes,
  type ImageAttributes,
  type InputAttributes,
  type InputNode,
  type NodeGroup,
  type TextAttributes,
  type UiNode,
} from '@gatehouse/contract/flows'

/** Everything about an input but what all inputs share. */
export type InputOptions = Omit<InputAttributes, 'node_type' | 'name' | 'type' | 'disabled'> & {
  readonly disabled?: boolean
  readonly label?: never
}

/** An input of a form. `label` is the node's own label (`meta.label`). */
export function inputNode(
  group: NodeGroup,
  name: string,
  type: InputAttributes['type'],
  options: InputOptions = {},
  label?: Message,
): InputNode {
  return {
    type: 'input',
    group,
    attributes: { name, type, ...options, disabled: options.disabled ?? false, node_type: 'input' },
    messages: [],
    meta: label ? { label } : {},
  }
}

/** A button that submits the form with `name=value`. */
export function submitNode(group: NodeGroup, name: string, value: unknown, label: Message): InputNode {
  return inputNode(group, name, 'submit', { value }, label)
}

/** A value the form carries along unseen. */
export function hiddenNode(group: NodeGroup, name: string, value: unknown): InputNode {
  return inputNode(group, name, 'hidden', { value })
}

/** The anti-CSRF field. Its value is filled in per render; native flows keep it empty. */
export function csrfNode(): InputNode {
  return inputNode('default', 'csrf_token', 'hidden', { value: '', required: true })
}

/** A link, such as the way on after a verification. */
export function anchorNode(group: NodeGroup, id: string, href: string, title: Message): UiNode<AnchorAttributes> {
  return {
    type: 'a',
    group,
    attributes: { node_type: 'a', id, href, title },
    messages: [],
    meta: { label: title },
  }
}

/** A picture; `src` is a data URI, `size` its width and height in pixels. */
export function imageNode(
  group: NodeGroup,
  id: string,
  src: string,
  size: number,
  label: Message,
): UiNode<ImageAttributes> {
  const attributes = { src, id, width: size, height: size, node_type: 'img' } as const
  return { type: 'img', group, attributes, messages: [], meta: { label } }
}

/** A text to read. */
export function textNode(group: NodeGroup, id: string, text: Message, label: Message): UiNode<TextAttributes> {
  return { type: 'text', group, attributes: { text, id, node_type: 'text' }, messages: [], meta: { label } }
}

/** The name an input submits under, or the id of another node. */
export function nodeName(node: UiNode): string {
  return isInputNode(node) ? node.attributes.name : 'id' in node.attributes ? node.attributes.id : ''
}
