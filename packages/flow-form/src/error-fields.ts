import type { Flow, InputNode, UiNode } from '@gatehouse/contract/flows'
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

/** The first of the nodes that a message of the whole form is about. */
export function fieldWithMessage(message: number, nodes: readonly UiNode[]): InputNode | undefined {
  const names = fieldsOfMessage[message] ?? []
  return nodes.filter(isField).find((node) => names.includes(node.attributes.name))
}

/** Where in the summary it says what is wrong with a node; undefined if nothing there is about it. */
export function errorIdsOf(node: UiNode, { ui }: Pick<Flow, 'ui'>, prefix?: string): string | undefined {
  if (!isField(node)) return undefined
  const shown = errorsOf(ui.messages).filter(({ id }) => fieldsOfMessage[id]?.includes(node.attributes.name))
  return shown.length === 0 ? undefined : shown.map(({ id }) => messageElementId(id, prefix)).join(' ')
}
