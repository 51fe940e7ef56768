import { isInputNode, type NodeGroup, type UiNode } from '@gatehouse/contract/flows'

import { nodeName } from './node.ts'

/** The order of a flow's nodes. */
export interface NodeOrder {
  /** Ranks of groups; groups that are not listed come first. */
  readonly groups: readonly NodeGroup[]
  /** Names (or prefixes of names) in order; others come after them, `method` is always last. */
  readonly keys: readonly string[]
  /** The only groups beside which the password field joins the default group, right after the first identifier. */
  readonly passwordAmongDefaults?: readonly NodeGroup[]
  /** True if nodes of one rank are sorted by their values; else they keep their order. */
  readonly byValue?: boolean
}

/** Sorts nodes by group, then by name, then perhaps by value. */
export function sortNodes(nodes: readonly UiNode[], order: NodeOrder): UiNode[] {
  const merged =
    order.passwordAmongDefaults !== undefined &&
    nodes.every((node) => order.passwordAmongDefaults?.includes(node.group))
  const groupRank = (node: UiNode): number =>
    order.groups.indexOf(merged && node.group === 'password' ? 'default' : node.group)
  return nodes.toSorted(
    (a, b) =>
      groupRank(a) - groupRank(b) ||
      keyRank(order.keys, a) - keyRank(order.keys, b) ||
      (order.byValue === true ? compareText(valueText(a), valueText(b)) : 0),
  )
}

function keyRank(keys: readonly string[], node: UiNode): number {
  const name = nodeName(node)
  if (name === 'method') return keys.length + 1
  const exact = keys.indexOf(name)
  if (exact >= 0) return exact
  const prefix = keys.findIndex((key) => name.startsWith(`${key}.`))
  return prefix >= 0 ? prefix : keys.length
}

function valueText(node: UiNode): string {
  return isInputNode(node) && typeof node.attributes.value === 'string' ? node.attributes.value : ''
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
