import type { Flow, InputNode, Message, UiNode } from '@gatehouse/contract/flows'
import { errorsOf, isField } from './node-facts.ts'

/**
 * TABLE: errors that the service says of a whole form though certain fields are what they are about. A message that
 * could be about anything is not in it.
 */
// oxfmt-ignore
const fieldsOfMessage: Readonly<Record<number, readonly string[]>> = {
  4000006: ['identifier', 'password'],
  4000008: ['totp_code'],
  4000012: ['lookup_secret'],
  4000015: ['identifier'],
  4000016: ['lookup_secret'],
  4000035: ['identifier'],
  4000037: ['identifier'],
  4010008: ['code'],
  4040003: ['code'],
  4060006: ['code'],
  4070006: ['code'],
}

/** The id of a message of the whole form where it stands in the summary. */
export function messageElementId(message: number, prefix = ''): string {
  return `${prefix}message-${message}`
}

/** Whether a message of the whole form is about a field. */
export function isAbout(message: number, { attributes }: InputNode): boolean {
  return fieldsOfMessage[message]?.includes(attributes.name) ?? false
}

/** What is said of the whole form and is about this field. */
export function errorsAbout(node: UiNode, { ui }: Pick<Flow, 'ui'>): readonly Message[] {
  return isField(node) ? errorsOf(ui.messages).filter(({ id }) => isAbout(id, node)) : []
}

/** The first of the nodes that a message of the whole form is about. */
export function fieldWithMessage(message: number, nodes: readonly UiNode[]): InputNode | undefined {
  return nodes.filter(isField).find((node) => isAbout(message, node))
}

/** Where in the summary it says what is wrong with a node; undefined if nothing there is about it. */
export function errorIdsOf(node: UiNode, { ui }: Pick<Flow, 'ui'>, prefix?: string): string | undefined {
  const shown = errorsAbout(node, { ui })
  return shown.length === 0 ? undefined : shown.map(({ id }) => messageElementId(id, prefix)).join(' ')
}
