import type { Applied, HostedProject, ProjectHost } from '@gatehouse/control-plane/service'
import { RefusalError } from '@gatehouse/platform/http'
import { UnpublishedChangeError, type ProjectChange, type RelayChanges } from '../cluster/role.ts'

/** A host whose projects run in other processes as well. */
export interface RelayedHost extends ProjectHost {
  /**
   * Called once at the start, after every project was opened or failed to open. Reports all of them to the other
   * processes at once, also those that failed, and resolves when they have them. Later changes are relayed
   * automatically.
   */
  announce(): Promise<void>
}

/**
 * Wraps a host: each process has a change before it is answered, and has released a project's data before that is
 * moved. A change that cannot be published to the other processes is refused.
 */
export function relayedHost(host: ProjectHost, relay: RelayChanges): RelayedHost {
  /** The changes until the start is complete. */
  let opened: ProjectChange[] | undefined = []

  async function tell(change: ProjectChange): Promise<void> {
    await relay([change]).catch((error: unknown) => {
      if (!(error instanceof UnpublishedChangeError)) throw error
      throw new RefusalError({
        code: 503,
        reason: `This change could not be published to the other gateways, so it was not made: ${error.message}.`,
      })
    })
  }

  async function open(project: HostedProject): Promise<Applied> {
    if (opened === undefined) {
      const applied = await host.open(project)
      if (applied.kind === 'applied') await tell({ kind: 'present', project })
      return applied
    }
    // It is halted then, and other processes may run the configuration that an earlier leader published.
    const at = opened.push({ kind: 'removed', project }) - 1
    const applied = await host.open(project)
    if (applied.kind === 'applied') opened[at] = { kind: 'present', project }
    return applied
  }

  return {
    ...host,
    open,
    apply: async (project) => {
      const applied = await host.apply(project)
      if (applied.kind === 'applied') await tell({ kind: 'present', project })
      return applied
    },
    remove: async (project, organizations) => {
      await tell({ kind: 'removed', project })
      return host.remove(project, organizations)
    },
    announce: async () => {
      const changes = opened ?? []
      opened = undefined
      await relay(changes)
    },
  }
}
