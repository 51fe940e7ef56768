import { isInputNode, type UiNode } from '@gatehouse/contract/flows'
import type { CodesFact } from './facts.ts'

/**
 * The nodes with the button that creates new recovery codes beside the one that shows the present ones, instead of only
 * after it; in the place of it where there are none to show. The service takes it at any time.
 */
export function withNewCodes(nodes: readonly UiNode[], codes: CodesFact | undefined): readonly UiNode[] {
  return nodes.flatMap((node) => {
    if (!isInputNode(node) || node.attributes.name !== 'lookup_secret_reveal') return [node]
    const attributes = { ...node.attributes, name: 'lookup_secret_regenerate', value: 'true' }
    const create: UiNode = { ...node, attributes, meta: { label: { id: 1050008, text: '', type: 'info' } } }
    return codes?.left === 0 ? [create] : [node, create]
  })
}
