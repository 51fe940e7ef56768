import { isInputNode, type Flow, type UiNode } from '@gatehouse/contract/flows'

/** The wire's message that something is missing. */
const missing = 4000002

/**
 * A refused flow that says of every field of the sent form what it says of the first: that it was left empty. A service
 * looks at one method's fields after those of all methods, and names what is missing bit by bit.
 */
export function withAllMissing<F extends Flow>(flow: F, typed: URLSearchParams): F {
  const { nodes } = flow.ui
  const said = nodes.flatMap(({ messages }) => messages).find(({ id }) => id === missing)
  if (said === undefined) return flow
  const isOfForm = ({ group }: UiNode) => group === 'default' || group === typed.get('method')
  const marked = nodes.map((node) => {
    if (!isInputNode(node) || !isOfForm(node) || node.messages.length > 0) return node
    const { name, required, type } = node.attributes
    const isEmpty = type !== 'hidden' && typed.has(name) && typed.getAll(name).at(-1) === ''
    if (!isEmpty || required !== true) return node
    return { ...node, messages: [{ ...said, context: { property: name.split('.').at(-1) ?? name } }] }
  })
  return { ...flow, ui: { ...flow.ui, nodes: marked } }
}
