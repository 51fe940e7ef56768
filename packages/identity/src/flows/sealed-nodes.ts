import type { UiNode } from '@gatehouse/contract/node'

import type { Seals } from '../credentials/sealed.ts'
import type { StoredFlow } from './flow.ts'
import type { FlowStore } from './store.ts'

/**
 * A flow store that seals the forms of settings flows: they show keys and backup codes, and are the only place where
 * new ones are until they are saved. A form that does not open any more is as good as no flow.
 */
export function sealedNodes(store: FlowStore, seals: Seals): FlowStore {
  const close = (flow: StoredFlow): StoredFlow =>
    flow.kind === 'settings'
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
    find: (id) => {
      const flow = store.find(id)
      return flow && open(flow)
    },
  }
}

function form({ id }: StoredFlow): string {
  return `form of ${id}`
}
