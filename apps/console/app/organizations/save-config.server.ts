import type { ConfigTree } from '../configuration/config-tree.ts'
import { presentConfig } from '../configuration/project-document.server.ts'
import type { CallResult } from '@gatehouse/client/control-plane'
import type { ProjectContext } from '../control-plane/scope.server.ts'

const mostTries = 3

/**
 * Changes one part of a project's configuration. Concurrent saves by others are kept: the change is applied again to
 * the configuration as it is then.
 */
export async function saveConfig(
  scope: ProjectContext,
  change: (config: ConfigTree) => ConfigTree,
): Promise<CallResult<unknown>> {
  for (let count = 1; ; count += 1) {
    const { revision, config } = await presentConfig(scope)
    const value = change(config)
    if (value === config) return { kind: 'done', body: undefined }
    const body = [{ op: 'replace' as const, path: '/services/identity/config', value }]
    const saved = await scope.call('patchProjectWithRevision', { params: { revision_id: revision }, body })
    if (saved.kind === 'done' || saved.id !== 'stale_revision' || count === mostTries) return saved
  }
}
