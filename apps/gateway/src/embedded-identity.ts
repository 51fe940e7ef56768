import type { IdentitySide } from './identity-side.ts'
import type { Installation } from './installation.ts'

/** The first project's identity service, in this process: its calls are function calls, its data is in the data folder. */
export function embeddedIdentity({ projects, controlPlane }: Installation): IdentitySide {
  const { runtime, adminClient } = projects.main()
  return {
    adminClient,
    adminApi: (request: Request) => runtime.admin(request),
    checks: { database: async () => runtime.healthy(), control_plane: async () => controlPlane.healthy() },
    warnings: [],
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
