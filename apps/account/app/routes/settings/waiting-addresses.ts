import { accountRuleOf } from '@gatehouse/contract/account'
import { isInputNode, type InputNode, type SettingsFlow } from '@gatehouse/contract/flows'
import { isAboutWaiting, waitingButtons, waitingPrefix } from '../../flow-page/settings/waiting-nodes.ts'

/** An address that waits for its proof, with its actions. */
export interface WaitingAddress {
  readonly id: string
  readonly address: string
  /** The service's label for it. */
  readonly label: string
  /** Gives the change up. */
  readonly discard: InputNode
  /** Sends another message, and redirects to the page of its code. */
  readonly resend: InputNode
}

/** Returns the addresses of the settings that wait for their proof; they have a separate part of the page. */
export function waitingAddresses({ ui: { nodes } }: SettingsFlow): readonly WaitingAddress[] {
  return nodes.flatMap(({ attributes, meta }) => {
    if (attributes.node_type !== 'text' || !attributes.id.startsWith(waitingPrefix)) return []
    const id = attributes.id.slice(waitingPrefix.length)
    const of = (name: string) =>
      nodes.filter(isInputNode).find((node) => node.attributes.name === name && node.attributes.value === id)
    const [resend, discard] = waitingButtons.map(of)
    const label = meta.label?.text ?? ''
    return resend && discard ? [{ id, address: attributes.text.text, label, resend, discard }] : []
  })
}

/** Returns the flow without them, and without their messages. */
export function withoutWaiting(flow: SettingsFlow): SettingsFlow {
  const { nodes, messages } = flow.ui
  const left = messages?.filter(({ context }) => accountRuleOf(context?.['account_rule']) !== 'address_waits')
  const ui = { ...flow.ui, nodes: nodes.filter((node) => !isAboutWaiting(node)), ...(left && { messages: left }) }
  return { ...flow, ui }
}
