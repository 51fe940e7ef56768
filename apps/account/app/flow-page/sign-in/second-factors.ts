import { isInputNode, type LoginFlow } from '@gatehouse/contract/flows'

/** A second factor: the group of its nodes, and its label: that of its field, else of its buttons. */
export interface SecondFactor {
  readonly group: string
  readonly label: string
}

/** The query parameter that asks for another one than would be shown. */
export const wayParameter = 'way'

/** The easiest factor comes first if the one used last is unknown. */
const easiest = ['webauthn', 'passkey', 'totp', 'code', 'lookup_secret']

/** Returns the second factors that a sign-in offers, the one to show first. `asked`: by the address of the page. */
export function secondFactors(
  flow: LoginFlow,
  { asked, lastUsed }: { readonly asked: string | null; readonly lastUsed: string | undefined },
): readonly SecondFactor[] {
  const labels = new Map<string, string>()
  const fields = new Map<string, string>()
  for (const node of flow.ui.nodes.filter(isInputNode)) {
    const { type, name } = node.attributes
    const typed = type === 'text' && node.group !== 'default' ? node.meta.label?.text : undefined
    if (typed !== undefined) fields.set(node.group, typed)
    const isButton = (type === 'submit' || type === 'button') && name !== 'resend' && name !== 'screen'
    const label = node.meta.label?.text
    if (!isButton || node.group === 'default' || label === undefined) continue
    const said = labels.get(node.group)
    labels.set(node.group, said === undefined ? label : `${said} · ${label}`)
  }
  const wanted = [flow.state === 'sent_email' ? 'code' : undefined, asked, refusedBy(flow), lastUsed, ...easiest]
  const rank = (group: string) => (wanted.includes(group) ? wanted.indexOf(group) : wanted.length)
  return [...labels]
    .map(([group, label]) => ({ group, label: fields.get(group) ?? label }))
    .toSorted((a, b) => rank(a.group) - rank(b.group))
}

/** Returns the method of a refused submit: its error is shown there. */
function refusedBy({ active, ui: { messages = [], nodes } }: LoginFlow): string | undefined {
  const all = [...messages, ...nodes.flatMap((node) => node.messages)]
  return all.some(({ type }) => type === 'error') ? (active ?? undefined) : undefined
}
