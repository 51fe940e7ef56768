import { isInputNode, type Flow, type UiNode } from '@gatehouse/contract/flows'
import type { PageRequest } from '../request/page-request.ts'
import type { DrawnFlow } from './drawn-flow.ts'

/** What takes a second factor away, or shows it: somebody who has one keeps its form. */
const owned = /^(totp_unlink|lookup_secret_reveal|lookup_secret_disable|webauthn_remove)$/

/**
 * A settings flow without the forms of second factors that the service would refuse, because no address of the account
 * is proved (docs/decisions/0021); with the addresses of which one has to be proved before. Other flows as they are.
 */
export async function withAddressFirst<F extends Flow>(
  flow: F,
  page: PageRequest,
): Promise<{ readonly flow: F } & Pick<DrawnFlow, 'addressFirst'>> {
  if (!('identity' in flow)) return { flow }
  const addresses = flow.identity.verifiable_addresses ?? []
  if (addresses.length === 0 || addresses.some(({ verified }) => verified)) return { flow }
  const { factorsAfterProof } = await page.features()
  const { nodes } = flow.ui
  const has = new Set(nodes.filter((node) => isInputNode(node) && owned.test(node.attributes.name)).map(groupOf))
  const waiting = nodes.map(groupOf).filter((group) => factorsAfterProof.includes(group) && !has.has(group))
  if (waiting.length === 0) return { flow }
  // Passkeys run on the script of the security keys.
  const shown = nodes.filter((node) => node.type === 'script' || !waiting.includes(groupOf(node)))
  return {
    flow: { ...flow, ui: { ...flow.ui, nodes: shown } },
    addressFirst: addresses.map(({ value }) => value),
  }
}

function groupOf({ group }: UiNode): string {
  return group
}
