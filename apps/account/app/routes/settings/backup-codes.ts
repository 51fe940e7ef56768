import type { UiNode } from '@gatehouse/contract/flows'
import { secretsOf } from '@gatehouse/flow-form/nodes'

/** Returns the backup codes among the nodes of a flow that can still be used. */
export function backupCodes(nodes: readonly UiNode[]): readonly string[] {
  return nodes.flatMap(({ group, attributes }) => {
    if (group !== 'lookup_secret' || attributes.node_type !== 'text') return []
    return (secretsOf(attributes.text) ?? []).flatMap(({ used, text }) => (used || text === '' ? [] : [text]))
  })
}
