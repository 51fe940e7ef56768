import type { ProjectHost } from '@gatehouse/control-plane/service'
import type { RelayChange } from '../workers/role.ts'

/**
 * A host whose projects run in other processes as well: each of them has a change before it is answered, and has let go
 * of a project's data before that is moved away.
 */
export function relayedHost(host: ProjectHost, relay: RelayChange): ProjectHost {
  const relayed =
    (work: ProjectHost['open']): ProjectHost['open'] =>
    async (project) => {
      const applied = await work(project)
      if (applied.kind === 'applied') await relay({ kind: 'present', project })
      return applied
    }
  return {
    ...host,
    open: relayed((project) => host.open(project)),
    apply: relayed((project) => host.apply(project)),
    remove: async (project) => {
      await relay({ kind: 'removed', project })
      return host.remove(project)
    },
  }
}
