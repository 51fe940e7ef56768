import type { IdentitySide } from '../identity/identity-side.ts'
import type { Log } from '@gatehouse/platform/log'
import { controlPlaneBackground } from './control-plane-background.ts'
import type { Installation } from './installation.ts'
import { installationGauges } from './installation-gauges.ts'
import { mailCheck } from '../identity/mail-check.ts'
import { keptFor, sound, works, type HealthCheck } from '../process/health.ts'
import type { DatabaseCondition } from '@gatehouse/platform/database'
import { createListenerAdmin } from '../projects/project-admin.ts'

/**
 * Returns the first project's identity service in this process: its calls are function calls, its data is in the data
 * folder. `hasAdminKey`: the admin listener requires one. `isOnServer`: the database is on a server: an outage affects
 * every gateway, and gateways that share one refuse requests after a while themselves.
 */
export function embeddedIdentity(
  { projects, controlPlane }: Installation,
  { hasAdminKey, isOnServer, log }: { readonly hasAdminKey: boolean; readonly isOnServer: boolean; readonly log: Log },
): IdentitySide {
  const { project, runtime, adminClient } = projects.main()
  const admin = (request: Request) => runtime.admin(request)
  const guarded = { admin, projectId: project.id, policy: controlPlane }
  return {
    adminClient,
    adminApi: createListenerAdmin(guarded, hasAdminKey),
    checks: {
      database: conditionOf(() => runtime.condition(), isOnServer ? 'degraded' : 'down'),
      control_plane: conditionOf(() => controlPlane.condition(), 'degraded'),
      projects: keptFor(
        5_000,
        works(async () => (await controlPlane.haltedProjects()) === 0, 'degraded'),
      ),
      mail: mailCheck(projects),
    },
    gauges: installationGauges(projects, controlPlane),
    startNotes: async () => [],
    background: { projects: projects.background, ...controlPlaneBackground(controlPlane, log) },
    stop: async () => {
      await controlPlane.stop()
      await projects.stop()
    },
  }
}

function conditionOf(ask: () => Promise<DatabaseCondition>, unreachable: 'degraded' | 'down'): HealthCheck {
  return async () => {
    const found = await ask()
    if (found === 'sound') return sound
    return found === 'full' ? { kind: 'degraded', what: 'full' } : { kind: unreachable, what: 'not available' }
  }
}
