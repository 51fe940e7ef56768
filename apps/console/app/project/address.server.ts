import type { ProjectRoom } from '../control-plane/place.server.ts'
import type { ConsoleRequest } from '../request/console-request.ts'

interface Listed {
  readonly id: string
  readonly hosts: readonly string[]
}

/** The origin that a project answers at, such as `https://shop.example.org`; undefined: it has none. */
export async function addressOf(page: ConsoleRequest, room: ProjectRoom): Promise<string | undefined> {
  const projects = await room.everywhere.load<readonly Listed[]>('/projects')
  const host = projects.find(({ id }) => id === room.project.id)?.hosts[0]
  // Projects are behind the same front as the operators' own accounts.
  return host === undefined ? undefined : `${new URL(page.accountUrl).protocol}//${host}`
}
