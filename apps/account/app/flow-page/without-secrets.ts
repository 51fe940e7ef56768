import { isInputNode, type Flow, type UiNode } from '@gatehouse/contract/flows'

/**
 * Returns a flow as it may be sent to the browser a second time, as data for script. The service blanks passwords
 * itself; this holds even for one that does not. The URL a flow began with may carry an application's private
 * parameters, and so may the description of its request.
 */
export function withoutSecrets<F extends Flow>(flow: F): F {
  return {
    ...flow,
    request_url: '',
    ...('oauth2_login_request' in flow && { oauth2_login_request: undefined }),
    ui: { ...flow.ui, action: '', nodes: flow.ui.nodes.map(blankPassword) },
  }
}

function blankPassword(node: UiNode): UiNode {
  if (!isInputNode(node) || node.attributes.type !== 'password') return node
  return { ...node, attributes: { ...node.attributes, value: '' } }
}
