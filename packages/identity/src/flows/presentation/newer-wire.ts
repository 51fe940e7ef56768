import { isInputNode, type UiNode } from '@gatehouse/contract/flows'

import type { IdentityConfig } from '../../configuration/config.ts'
import type { StoredFlow } from '../model/flow.ts'

type Switches = Pick<IdentityConfig, 'improvements'>

/** The nodes of a flow as newer Ory Kratos has them, or without what 26.2 does not know. */
export function withNewerNodes(flow: StoredFlow, { improvements }: Switches): StoredFlow {
  const { choicesAreListed, codesAreFilledIn } = improvements
  const nodes = flow.nodes.map((node) => {
    const listed = choicesAreListed ? node : withoutChoices(node)
    return codesAreFilledIn ? filledIn(listed) : listed
  })
  return { ...flow, nodes }
}

function withoutChoices(node: UiNode): UiNode {
  if (!isInputNode(node) || node.attributes.options === undefined) return node
  const { options: _options, ...attributes } = node.attributes
  return { ...node, attributes }
}

function filledIn(node: UiNode): UiNode {
  if (!isInputNode(node) || node.group !== 'code' || node.attributes.name !== 'code') return node
  return { ...node, attributes: { ...node.attributes, autocomplete: 'one-time-code' } }
}

/** What a flow that is shown has beyond 26.2. */
export function asNewer(
  shown: Readonly<Record<string, unknown>>,
  { kind }: Pick<StoredFlow, 'kind'>,
  { improvements }: Switches,
): Readonly<Record<string, unknown>> {
  if (kind !== 'settings' || !improvements.settingsNameTheirOrganization) return shown
  const { identity } = shown
  const isIdentity = typeof identity === 'object' && identity !== null && 'organization_id' in identity
  return { organization_id: isIdentity ? identity.organization_id : null, ...shown }
}
