import { templateNameOf, type CourierMessage } from '@gatehouse/contract/identities'
import type { ProjectContext } from '../../control-plane/scope.server.ts'

/** A message as its recipient's page lists it. */
export interface PersonMessage {
  readonly id: string
  readonly recipient: string
  readonly template: string
  readonly status: CourierMessage['status']
  readonly at: string
}

/** The most addresses that are asked for, and the most messages of each. */
const most = { addresses: 5, messages: 50 } as const

/** Returns the messages to a person's addresses, newest first; undefined if the role does not include it. */
export async function messagesOf(
  scope: ProjectContext,
  addresses: readonly string[],
): Promise<readonly PersonMessage[]> {
  if (!scope.may('listCourierMessages')) return []
  const lists = await Promise.all(
    addresses
      .slice(0, most.addresses)
      .map((recipient) => scope.admin.listCourierMessages({ recipient, page_size: most.messages })),
  )
  return lists
    .flatMap((list) => (list.kind === 'ok' ? list.body : []))
    .map((one) => ({
      id: one.id,
      recipient: one.recipient,
      template: templateNameOf(one),
      status: one.status,
      at: one.created_at,
    }))
    .toSorted((one, other) => other.at.localeCompare(one.at))
    .slice(0, most.messages)
}
