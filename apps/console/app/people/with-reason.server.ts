import { type AdminClient, createAdminClient } from '@gatehouse/client/admin-client'
import type { ProjectContext } from '../control-plane/scope.server.ts'
import type { ConsoleRequest } from '../request/console-request.ts'

/** Returns the project's admin API with a reason for the audit log; none for an empty one. */
export function adminWithReason(page: ConsoleRequest, scope: ProjectContext, reason: string): AdminClient {
  if (reason === '') return scope.admin
  return createAdminClient({
    baseUrl: `${page.publicOrigin}/projects/${scope.project.id}`,
    timeoutMs: 0,
    fetch: (request) => {
      // A header holds letters of the Latin alphabet only; the control plane takes the rest percent-encoded.
      request.headers.set('x-audit-reason', encodeURIComponent(reason))
      return scope.send(request)
    },
  })
}
