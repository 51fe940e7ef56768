import type { Flow, UiNode } from '@gatehouse/contract/flows'
import { groupsOf } from '@gatehouse/flow-form/nodes'
import { ask } from '../../request/ask.server.ts'
import type { PageRequest } from '../../request/page-request.ts'
import type { DrawnFlow } from '../drawn-flow.ts'
import { readAddressProof } from './address-proof.server.ts'
import { factsOf, type OwnAnswers } from './facts.ts'
import { openPart } from './open-part.ts'
import { inFixedOrder } from './parts.ts'
import { withNewCodes } from './new-codes.ts'
import { isAboutWaiting } from './waiting-nodes.ts'

/**
 * A settings flow with the nodes of the part that is open alone, so that neither a form nor the secret of an authenticator
 * app is on a page that was not opened for it; with what there is to say of all parts. Other flows as they are.
 */
export async function withSettingsFacts<F extends Flow>(
  flow: F,
  url: URL,
  page: PageRequest,
): Promise<{ readonly flow: F } & Pick<DrawnFlow, 'settings'>> {
  if (!('identity' in flow)) return { flow }
  const { nodes } = flow.ui
  const groups = inFixedOrder(groupsOf(nodes.filter(({ type }) => type !== 'script')))
  const open = openPart(flow, url, groups)
  const facts = factsOf(nodes, await ownAnswers(page))
  const proof = nodes.some(isAboutWaiting) ? await readAddressProof(url, page) : undefined
  const shown = withNewCodes(nodes, facts.codes).filter((node) => belongsTo(open, node))
  return {
    flow: { ...flow, ui: { ...flow.ui, nodes: shown } },
    settings: { ...facts, groups, ...(open !== undefined && { open }), ...(proof && { proof }) },
  }
}

/** Beside the part's own: addresses that wait, and what a device with passkeys hears of a changed name. */
function belongsTo(open: string | undefined, node: UiNode): boolean {
  if (node.group === 'default' || node.group === open) return true
  // Passkeys run on the script of the security keys.
  if (open === 'passkey' && node.type === 'script') return true
  return (open === 'profile' && node.group === 'passkey') || (open === undefined && isAboutWaiting(node))
}

async function ownAnswers(page: PageRequest): Promise<OwnAnswers | undefined> {
  const { credentials, codesStandAlone, passwordMinLength } = await page.features()
  if (!credentials) return undefined
  const answer = await ask(page, (client, visitor) => client.listMyCredentials(visitor))
  // The flow itself was answered: what is only said besides does not keep anybody from it.
  return answer.kind === 'ok' ? { credentials: answer.body, codesStandAlone, passwordMinLength } : undefined
}
