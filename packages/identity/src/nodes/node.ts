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

/** The attributes of an input that are not common to all inputs. */
export type InputOptions = Omit<InputAttributes, 'node_type' | 'name' | 'type' | 'disabled'> & {
  readonly disabled?: boolean
  readonly label?: never
}

/** Creates an input of a form. `label` is the node's label (`meta.label`). */
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

/** Creates a button that submits the form with `name=value`. */
export function submitNode(group: NodeGroup, name: string, value: unknown, label: Message): InputNode {
  return inputNode(group, name, 'submit', { value }, label)
}

/** Creates a hidden field with a value. */
export function hiddenNode(group: NodeGroup, name: string, value: unknown): InputNode {
  return inputNode(group, name, 'hidden', { value })
}

/** Creates the anti-CSRF field. Each rendering fills its value in; native flows keep it empty. */
export function csrfNode(): InputNode {
  return inputNode('default', 'csrf_token', 'hidden', { value: '', required: true })
}

/** Creates a link, such as the one to the next page after a verification. */
export function anchorNode(group: NodeGroup, id: string, href: string, title: Message): UiNode<AnchorAttributes> {
  return {
    type: 'a',
    group,
    attributes: { node_type: 'a', id, href, title },
    messages: [],
    meta: { label: title },
  }
}

/** Creates a picture; `src` is a data URI, `size` its width and height in pixels. */
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

/** Creates a text to read. */
export function textNode(group: NodeGroup, id: string, text: Message, label: Message): UiNode<TextAttributes> {
  return { type: 'text', group, attributes: { text, id, node_type: 'text' }, messages: [], meta: { label } }
}

/** Returns the name under which an input is submitted, or the id of another node. */
export function nodeName(node: UiNode): string {
  return isInputNode(node) ? node.attributes.name : 'id' in node.attributes ? node.attributes.id : ''
}
