import type { Flow, InputNode, Message, UiNode } from '@gatehouse/contract/flows'
import { errorsOf, isField } from './node-facts.ts'

/**
 * TABLE: errors that the service reports for a whole form although they are about certain fields. A message that could
 * be about any field is not in it.
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

/** Returns the id, in the summary, of a message of the whole form. */
export function messageElementId(message: number, prefix = ''): string {
  return `${prefix}message-${message}`
}

/** Whether a message of the whole form is about a field. */
export function isAbout(message: number, { attributes }: InputNode): boolean {
  return fieldsOfMessage[message]?.includes(attributes.name) ?? false
}

/** Returns the errors of the whole form that are about this field. */
export function errorsAbout(node: UiNode, { ui }: Pick<Flow, 'ui'>): readonly Message[] {
  return isField(node) ? errorsOf(ui.messages).filter(({ id }) => isAbout(id, node)) : []
}

/** The first of the nodes that a message of the whole form is about. */
export function fieldWithMessage(message: number, nodes: readonly UiNode[]): InputNode | undefined {
  return nodes.filter(isField).find((node) => isAbout(message, node))
}

/** Returns the ids of the summary's messages about a node; undefined if none is about it. */
export function errorIdsOf(node: UiNode, { ui }: Pick<Flow, 'ui'>, prefix?: string): string | undefined {
  const shown = errorsAbout(node, { ui })
  return shown.length === 0 ? undefined : shown.map(({ id }) => messageElementId(id, prefix)).join(' ')
}
