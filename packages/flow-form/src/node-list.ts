import type { InputNode, ScriptAttributes, UiNode } from '@gatehouse/contract/flows'
import { isButton, isField, isHidden, isLastUsed, roleOf, type ButtonRole } from './node-facts.ts'

/** A flow's nodes in the order a form draws them. Every node is in exactly one place of it. */
export interface Arrangement {
  readonly hidden: readonly InputNode[]
  /** Fields, pictures, texts and links that belong to the main action, in the order of the wire. */
  readonly content: readonly UiNode[]
  /** The button that Enter presses: the first submit button of the form. */
  readonly primary?: InputNode
  readonly resend: readonly InputNode[]
  /** Other methods, with their fields if they have any. The one used last comes first. */
  readonly alternatives: readonly UiNode[]
  readonly providers: readonly InputNode[]
  readonly back: readonly InputNode[]
  /** Ways in that come before the main action, by an order that was asked for: a form of their own, for the same reason. */
  readonly before?: Arrangement
  /** Drawn in a form of their own, so that Enter in a field never takes a credential away. */
  readonly removals: readonly InputNode[]
  /** Methods that ask for something of their own: a form each, so that Enter and `required` mean the right one. */
  readonly further: readonly Arrangement[]
  readonly scripts: readonly UiNode<ScriptAttributes>[]
  /** Nodes that only an app can press or fill: one sentence replaces them. */
  readonly inApp: readonly UiNode[]
}

/** Groups of methods that run in an app, with keys that no browser has. */
const groupsOfApps: ReadonlySet<string> = new Set(['deviceauthn'])

/** The nodes to draw, and their order. Without options: every node, in the order of the wire. */
export interface ArrangeOptions {
  /** Draw only these groups, and `default`. */
  readonly groups?: readonly string[] | undefined
  /** See `isLastUsed`. */
  readonly lastUsed?: string | undefined
  /** Groups, the first one first: the order of the methods. Those that are not listed follow as the wire has them. */
  readonly order?: readonly string[] | undefined
}

/** Puts nodes into the order and the sections in which they are drawn. */
export function arrangeNodes(
  nodes: readonly UiNode[],
  { groups, lastUsed, order = [] }: ArrangeOptions = {},
): Arrangement {
  const asked = groups ? nodes.filter((node) => node.group === 'default' || groups.includes(node.group)) : nodes
  const inApp = asked.filter((node) => groupsOfApps.has(node.group) && isShown(node))
  const drawn = asked.filter((node) => !inApp.includes(node))
  const apart = groupsApart(drawn)
  const isApart = (node: UiNode) => apart.includes(node.group) && isShown(node)
  const together = inOrder(
    drawn.filter((node) => !isApart(node)),
    order,
  )
  const first = groupsBefore(together, order)
  const isFirst = (node: UiNode) => first.includes(node.group)
  const before = together.filter((node) => isFirst(node) || isShared(node))
  return {
    ...arrange(
      together.filter((node) => !isFirst(node) || node.type === 'script'),
      lastUsed,
    ),
    inApp,
    ...(first.length > 0 && { before: arrange(before, lastUsed) }),
    further: apart.toSorted(byRank(order, (group) => group)).map((group) =>
      arrange(
        drawn.filter((node) => node.group === group || isShared(node)),
        lastUsed,
      ),
    ),
  }
}

/** Returns the button that Enter should press. None if several are equal, such as a choice between addresses. */
export function choosePrimary(nodes: readonly UiNode[]): InputNode | undefined {
  const candidates = buttonsOf(nodes, 'submit').filter((button) => !button.attributes.disabled)
  const fields = nodes.filter(isField)
  return (
    candidates.find((button) => fields.some((field) => field.group === button.group && field.group !== 'default')) ??
    (fields.some((field) => field.group === 'default') || candidates.length === 1 ? candidates[0] : undefined)
  )
}

/** Every group whose fields and buttons a settings page shows, in the order of the wire; `default` excluded. */
export function groupsOf(nodes: readonly UiNode[]): readonly string[] {
  return [...new Set(nodes.filter(isShown).map((node) => node.group))].filter((group) => group !== 'default')
}

function arrange(nodes: readonly UiNode[], lastUsed: string | undefined): Arrangement {
  const primary = choosePrimary(nodes)
  const isMain = (node: UiNode) => !isField(node) || node.group === 'default' || node.group === primary?.group
  const visible = nodes.filter(isShown)
  const others = visible.filter((node) =>
    isButton(node) ? node !== primary && ['submit', 'trigger'].includes(roleOf(node)) : !isMain(node),
  )
  return {
    hidden: nodes.filter(isHidden),
    content: visible.filter((node) => !isButton(node) && isMain(node)),
    ...(primary && { primary }),
    resend: buttonsOf(nodes, 'resend'),
    alternatives: lastUsedFirst(others, lastUsed),
    providers: lastUsedFirst(buttonsOf(nodes, 'provider'), lastUsed),
    back: buttonsOf(nodes, 'back'),
    removals: buttonsOf(nodes, 'removal'),
    further: [],
    scripts: nodes.filter(isScript),
    inApp: [],
  }
}

/** Returns the groups with a required field and a separate submit button if another such group is the main one. */
function groupsApart(nodes: readonly UiNode[]): readonly string[] {
  if (nodes.some((node) => isField(node) && node.group === 'default')) return []
  const main = choosePrimary(nodes)?.group
  return groupsOf(nodes).filter(
    (group) =>
      group !== main &&
      nodes.some((node) => node.group === group && isField(node) && node.attributes.required) &&
      buttonsOf(nodes, 'submit').some((button) => button.group === group),
  )
}

/** The listed groups first, in the order of the list; nodes of the same rank stay as they are. */
function inOrder(nodes: readonly UiNode[], order: readonly string[]): readonly UiNode[] {
  return order.length === 0 ? nodes : nodes.toSorted(byRank(order, rankedGroup))
}

// Fields and shared nodes keep their position: only the sign-in methods are ordered.
function rankedGroup(node: UiNode): string | undefined {
  return isButton(node) ? node.group : undefined
}

function byRank<T>(order: readonly string[], groupOf: (one: T) => string | undefined) {
  const rank = (one: T) => {
    const at = order.indexOf(groupOf(one) ?? '')
    return at < 0 ? order.length : at
  }
  return (one: T, other: T) => rank(one) - rank(other)
}

/**
 * Listed groups that come before the main action's. Only those that need nothing of the form: other providers, and keys
 * that name their owner.
 */
function groupsBefore(nodes: readonly UiNode[], order: readonly string[]): readonly string[] {
  const main = choosePrimary(nodes)?.group
  if (main === undefined) return []
  const at = order.indexOf(main)
  return order.slice(0, at < 0 ? order.length : at).filter((group) => {
    const own = nodes.filter((node) => node.group === group && !isHidden(node) && node.type !== 'script')
    const roles = own.map((node) => (isButton(node) ? roleOf(node) : 'field'))
    if (own.length === 0) return false
    return roles.every((role) => role === 'provider') || own.every(isKeyOfAnybody)
  })
}

/** A passkey's button on the sign-in page. On the sign-up page it needs the input there. */
function isKeyOfAnybody(node: UiNode): boolean {
  return isButton(node) && node.attributes.name === 'passkey_login_trigger'
}

const isShown = (node: UiNode) => !isHidden(node) && node.type !== 'script'

const isShared = (node: UiNode) => node.group === 'default' && isHidden(node)

const isScript = (node: UiNode): node is UiNode<ScriptAttributes> => node.attributes.node_type === 'script'

function buttonsOf(nodes: readonly UiNode[], role: ButtonRole): readonly InputNode[] {
  return nodes.filter(isButton).filter((button) => roleOf(button) === role)
}

function lastUsedFirst<N extends UiNode>(nodes: readonly N[], lastUsed: string | undefined): readonly N[] {
  const rank = (node: UiNode) => (isButton(node) && isLastUsed(node, lastUsed) ? 0 : 1)
  return nodes.toSorted((one, other) => rank(one) - rank(other))
}
