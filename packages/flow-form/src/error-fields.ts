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

/** The fields that a message of the whole form is about. One alone shows the message itself. */
export function fieldsWithMessage(message: number, nodes: readonly UiNode[]): readonly InputNode[] {
  return nodes.filter(isField).filter((node) => isAbout(message, node))
}

/** Splits the errors of the whole form about a node: those shown at it, and those of the summary that describe it. */
export function errorsAbout(node: UiNode, { ui }: Pick<Flow, 'ui'>): { shown: Message[]; described: Message[] } {
  const about = isField(node) ? errorsOf(ui.messages).filter(({ id }) => isAbout(id, node)) : []
  const [shown, described] = [about.filter(isOfOne), about.filter((message) => !isOfOne(message))]
  return { shown, described }

  function isOfOne({ id }: Message): boolean {
    return fieldsWithMessage(id, ui.nodes).length === 1
  }
}
