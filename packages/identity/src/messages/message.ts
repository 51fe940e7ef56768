import { messageCatalogue, type MessageId, type Message } from '@gatehouse/contract/flows'

type Catalogue = typeof messageCatalogue
type ContextKeys<Id extends MessageId> = Catalogue[Id]['context'][number]
/** The context of an id: exactly its keys, or none. */
type ContextOf<Id extends MessageId> = [ContextKeys<Id>] extends [never]
  ? []
  : [context: Readonly<Record<ContextKeys<Id>, unknown>>]

/**
 * Creates a text on the wire. The type (info, error, success) follows from the id, and so do the context keys; `text`
 * is the English fallback for clients that do not translate.
 */
export function message<Id extends MessageId>(id: Id, text: string, ...[context]: ContextOf<Id>): Message {
  const type = messageCatalogue[id].type
  return context === undefined ? { id, text, type } : { id, text, type, context }
}
