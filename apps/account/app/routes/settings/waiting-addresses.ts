import { isInputNode, type InputNode, type SettingsFlow, type UiNode } from '@gatehouse/contract/flows'

/** An address that counts once it is proved, with what can be done about it. */
export interface WaitingAddress {
  readonly id: string
  readonly address: string
  /** What the service calls it. */
  readonly label: string
  /** Gives the change up. */
  readonly discard: InputNode
  /** Has another message sent, and leads to the page of its code. */
  readonly resend: InputNode
}

const textPrefix = 'waiting_address_'
const buttons: readonly string[] = ['resend_address', 'discard_address']

/** The addresses of the settings that wait for their proof; they have a part of the page of their own. */
export function waitingAddresses({ ui: { nodes } }: SettingsFlow): readonly WaitingAddress[] {
  return nodes.flatMap(({ attributes, meta }) => {
    if (attributes.node_type !== 'text' || !attributes.id.startsWith(textPrefix)) return []
    const id = attributes.id.slice(textPrefix.length)
    const of = (name: string) =>
      nodes.filter(isInputNode).find((node) => node.attributes.name === name && node.attributes.value === id)
    const [resend, discard] = buttons.map(of)
    const label = meta.label?.text ?? ''
    return resend && discard ? [{ id, address: attributes.text.text, label, resend, discard }] : []
  })
}

/** The flow without them. */
export function withoutWaiting(flow: SettingsFlow): SettingsFlow {
  return { ...flow, ui: { ...flow.ui, nodes: flow.ui.nodes.filter((node) => !isAboutWaiting(node)) } }
}

function isAboutWaiting({ attributes }: UiNode): boolean {
  if (attributes.node_type === 'input') return buttons.includes(attributes.name)
  return attributes.node_type === 'text' && attributes.id.startsWith(textPrefix)
}
