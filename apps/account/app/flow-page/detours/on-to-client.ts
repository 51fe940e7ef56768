import type { Flow, UiNode } from '@gatehouse/contract/flows'

const wayBack = /[?&]login_(?:challenge|verifier)=/

/**
 * Links to the application after the verification of a sign-up for it. Ory Kratos 1.3 links to its default page; at the
 * sign-in page it informs the application, once the person has confirmed who they are.
 */
export function onToClient<F extends Flow>(flow: F, url: URL): F {
  const challenge = url.searchParams.get('login_challenge')
  if (challenge === null || url.pathname !== '/verification') return flow
  const href = `/login?${new URLSearchParams({ login_challenge: challenge })}`
  return { ...flow, ui: { ...flow.ui, nodes: flow.ui.nodes.map((node) => leading(node, href)) } }
}

function leading(node: UiNode, href: string): UiNode {
  const { attributes } = node
  if (attributes.node_type !== 'a' || attributes.id !== 'continue' || wayBack.test(attributes.href)) return node
  return { ...node, attributes: { ...attributes, href } }
}
