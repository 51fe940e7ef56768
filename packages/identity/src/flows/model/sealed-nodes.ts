import type { FlowKind, UiNode } from '@gatehouse/contract/flows'

import type { Seals } from '../../credentials/sealed.ts'
import type { StoredFlow } from './flow.ts'
import type { FlowStore } from '../ports/flow-store.ts'

/**
 * Forms that hold secrets: settings show keys and backup codes, and alone store new ones until they are saved; a
 * verification has the code of a link that was opened.
 */
const withSecrets: readonly FlowKind[] = ['settings', 'verification']

/** Wraps a flow store: it seals forms that hold secrets. A form that cannot be opened any more counts as absent. */
export function sealedNodes(store: FlowStore, seals: Seals): FlowStore {
  const close = (flow: StoredFlow): StoredFlow =>
    withSecrets.includes(flow.kind)
      ? {
          ...flow,
          nodes: [],
          details: { ...flow.details, sealedNodes: seals.seal(JSON.stringify(flow.nodes), form(flow)) },
        }
      : flow

  function open(flow: StoredFlow): StoredFlow | undefined {
    const { sealedNodes: sealed, ...details } = flow.details
    if (sealed === undefined) return flow
    const plain = seals.open(sealed, form(flow))
    return plain === undefined ? undefined : { ...flow, details, nodes: JSON.parse(plain) as readonly UiNode[] }
  }

  return {
    ...store,
    insert: (flow) => store.insert(close(flow)),
    update: (flow) => store.update(close(flow)),
    find: async (id) => {
      const flow = await store.find(id)
      return flow && open(flow)
    },
  }
}

function form({ id }: StoredFlow): string {
  return `form of ${id}`
}
