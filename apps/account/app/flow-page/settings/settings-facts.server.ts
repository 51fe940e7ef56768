import { type Flow, type UiNode, isInputNode, type SettingsFlow } from '@gatehouse/contract/flows'
import { groupsOf } from '@gatehouse/flow-form/nodes'
import { localizeFlow } from '@gatehouse/i18n/translator'
import { ask } from '../../request/ask.server.ts'
import type { PageRequest } from '../../request/page-request.ts'
import { sectionParameter } from '../../request/section.ts'
import type { DrawnFlow } from '../drawn-flow.ts'
import { withoutSecrets } from '../without-secrets.ts'
import { type AddressProof, isAsking, proofAction, proofParameter } from './address-proof.ts'
import { factsOf, type OwnAnswers, type CodesFact } from './facts.ts'
import { inFixedOrder, partOf } from './parts.ts'
import { isAboutWaiting } from './waiting-nodes.ts'

/**
 * Returns a settings flow with the nodes of the open part alone, so that neither a form nor the secret of an
 * authenticator app is on a page that was not opened for it; with the facts of all parts. Other flows as they are.
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

/** Beside the part's own nodes: waiting addresses, and data that report a changed name to a device with passkeys. */
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
  // The flow itself was answered: a failure of these extra facts does not block the page.
  return answer.kind === 'ok' ? { credentials: answer.body, codesStandAlone, passwordMinLength } : undefined
}

/** Reads the verification whose code the settings ask for; undefined if it is over, or of another browser. */
async function readAddressProof(url: URL, page: PageRequest): Promise<AddressProof | undefined> {
  const id = url.searchParams.get(proofParameter)
  if (id === null || id === '') return undefined
  const answer = await ask(page, (client, visitor) => client.getFlow('verification', { id }, visitor))
  if (answer.kind !== 'ok' || !isAsking(answer.body)) return undefined
  const flow = withoutSecrets(localizeFlow(answer.body, page.t))
  return { flow, action: proofAction(flow, url) }
}

/**
 * Adds the button that creates new recovery codes beside the one that shows the present ones, instead of only after it;
 * replaces that one if there are none to show. The service accepts it at any time.
 */
function withNewCodes(nodes: readonly UiNode[], codes: CodesFact | undefined): readonly UiNode[] {
  return nodes.flatMap((node) => {
    if (!isInputNode(node) || node.attributes.name !== 'lookup_secret_reveal') return [node]
    const attributes = { ...node.attributes, name: 'lookup_secret_regenerate', value: 'true' }
    const create: UiNode = { ...node, attributes, meta: { label: { id: 1050008, text: '', type: 'info' } } }
    return codes?.left === 0 ? [create] : [node, create]
  })
}

/** The wire's message that an account was recovered: a new password comes next. */
const recovered = 1060001

/**
 * The part of the settings that is open: the one that the address names, else the one that the flow has something to say
 * of, as after a detour over the sign-in. A part that is done with by a saved change closes.
 */
function openPart(flow: SettingsFlow, url: URL, groups: readonly string[]): string | undefined {
  const asked = url.searchParams.get(sectionParameter)
  const part = groups.find((group) => group === asked) ?? spokenOf(flow, groups)
  return flow.state === 'success' && part !== undefined && partOf(part)?.saved !== 'part' ? undefined : part
}

function spokenOf({ state, active, ui: { nodes, messages } }: SettingsFlow, groups: readonly string[]) {
  const faulty = nodes.find((node) => node.messages.some(({ type }) => type === 'error'))?.group
  const shown = nodes.find(isShownCode)?.group
  const next = messages?.some(({ id }) => id === recovered) ? 'password' : undefined
  const changed = state === 'success' || messages?.some(({ type }) => type === 'error') ? active : undefined
  const spoken = faulty ?? shown ?? next ?? changed
  return groups.find((group) => group === spoken)
}

function isShownCode({ attributes }: UiNode): boolean {
  return attributes.node_type === 'text' && attributes.id === 'lookup_secret_codes'
}
