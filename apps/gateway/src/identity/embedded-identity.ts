import type { IdentitySide } from './identity-side.ts'
import type { Installation } from '../compose/installation.ts'
import { createListenerAdmin } from '../projects/project-admin.ts'

/**
 * The first project's identity service, in this process: its calls are function calls, its data is in the data folder.
 * `hasAdminKey`: the admin listener asks for one.
 */
export function embeddedIdentity({ projects, controlPlane }: Installation, hasAdminKey: boolean): IdentitySide {
  const { project, runtime, adminClient } = projects.main()
  const admin = (request: Request) => runtime.admin(request)
  const guarded = { admin, projectId: project.id, policy: controlPlane }
  return {
    adminClient,
    adminApi: createListenerAdmin(guarded, hasAdminKey),
    checks: { database: async () => runtime.healthy(), control_plane: async () => controlPlane.healthy() },
    startNotes: async () => [],
    start: async () => {
      projects.start()
      controlPlane.start()
    },
    stop: async () => {
      await controlPlane.stop()
      await projects.stop()
    },
  }
}
