import { type Flow, isInputNode, type UiNode } from '@gatehouse/contract/flows'
import { looksLikeEmail } from '@gatehouse/contract/http'
import { Person } from '@gatehouse/design/content'
import type { ReactNode } from 'react'

export interface SentToProps {
  readonly flow: Flow
  /** The link to another address; stands alone if the form does not say which one it was. */
  readonly action: ReactNode
}

/** The address to which the code was sent, and the way to correct it. */
export function SentTo({ flow, action }: SentToProps) {
  const address = sentAddress(flow)
  if (address === undefined) return <p>{action}</p>
  return <Person name={address} icon={address.includes('@') ? 'mail' : 'phone'} action={action} />
}

/** Fields that carry an address from screen to screen, in the order in which they are looked for. */
const carriers = ['recovery_confirm_address', 'email', 'identifier'] as const

/**
 * Returns the address to which a code or a link was sent, as it was typed: the form repeats it, for another message or
 * for the next step. Undefined if an administrator created the flow, which knows of no address. Never tells whether
 * there is an account.
 */
function sentAddress({ ui: { nodes } }: Pick<Flow, 'ui'>): string | undefined {
  const values = carriers.map((name) => nodes.map((node) => carried(node, name)).find((value) => value !== undefined))
  const traits = nodes.flatMap((node) => traitOf(node) ?? [])
  return values.find((value) => value !== undefined) ?? traits.find(isAddress)
}

/** Returns the value of a hidden field, or of the button that sends another message. */
function carried(node: UiNode, wanted: string): string | undefined {
  if (!isInputNode(node)) return undefined
  const { name, type, value } = node.attributes
  const isCarrier = name === wanted && (type === 'hidden' || type === 'submit')
  return isCarrier && typeof value === 'string' && value !== '' ? value : undefined
}

function traitOf(node: UiNode): string | undefined {
  if (!isInputNode(node) || !node.attributes.name.startsWith('traits.')) return undefined
  const { type, value } = node.attributes
  return type === 'hidden' && typeof value === 'string' ? value : undefined
}

function isAddress(text: string): boolean {
  return looksLikeEmail(text) || /^\+?[\d ()-]{6,}$/.test(text)
}
