import { templateNameOf, type CourierMessage } from '@gatehouse/contract/identities'
import type { ProjectContext } from '../../control-plane/scope.server.ts'
import { forbidden } from '../../failure/fail.server.ts'
import { okOrThrow } from '../../people/answers.server.ts'
import type { ConsoleRequest } from '../../request/console-request.ts'

/** A message as its recipient's page lists it. */
export interface PersonMessage {
  readonly id: string
  readonly recipient: string
  readonly template: string
  readonly status: CourierMessage['status']
  readonly at: string
}

/** The most addresses whose messages are read, and the most messages of each, and of all. */
const most = { addresses: 5, messages: 50 } as const

/** Reads the messages to a person's addresses, newest first. Throws an error response if the role or the service refuses. */
export async function messagesOf(
  page: ConsoleRequest,
  scope: ProjectContext,
  addresses: readonly string[],
): Promise<readonly PersonMessage[]> {
  if (!scope.may('listCourierMessages')) throw forbidden(page)
  const lists = await Promise.all(
    addresses.slice(0, most.addresses).map((recipient) =>
      // Redacted messages: the list shows no secrets, and a redacted read is not recorded in the audit log.
      okOrThrow(page, scope.admin.listCourierMessages({ recipient, page_size: most.messages, redacted: true })),
    ),
  )
  return lists
    .flatMap(({ body }) => body)
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
