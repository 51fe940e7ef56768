import type { TextKey } from '@gatehouse/i18n/translator'
import type { Say } from '../../text/text-source.ts'
import { isInputNode, type InputNode, type SettingsFlow, type UiNode } from '@gatehouse/contract/flows'

/** TABLE: the field that removes a credential, by its group. */
const removals: Readonly<Record<string, string>> = {
  passkey: 'passkey_remove',
  webauthn: 'webauthn_remove',
  oidc: 'unlink',
  totp: 'totp_unlink',
  lookup_secret: 'lookup_secret_disable',
}

/** The button of the wire that takes a credential away; nothing: the service does not offer it. */
export function removalOf({ ui }: SettingsFlow, group: string, id: string): InputNode | undefined {
  return ui.nodes
    .filter(isInputNode)
    .find(({ attributes }) => attributes.name === removals[group] && String(attributes.value) === id)
}

/** Returns the flow without the fields that remove credentials: a separate question does that. */
export function withoutRemovals(flow: SettingsFlow): SettingsFlow {
  const names = Object.values(removals)
  return withNodes(flow, (nodes) => nodes.filter((node) => !isInputNode(node) || !names.includes(node.attributes.name)))
}

/** Replaces the service's general texts in a flow by better ones of these pages. */
export function inOwnWords(flow: SettingsFlow, t: Say<'settings'>): SettingsFlow {
  return withNodes(flow, (nodes) =>
    nodes.map((node) => {
      const { meta, group } = node
      const text = isInputNode(node) ? ownWords[`${group}/${node.attributes.name}`] : undefined
      return text === undefined || !meta.label
        ? node
        : { ...node, meta: { ...meta, label: { ...meta.label, text: t(text) } } }
    }),
  )
}

/** TABLE: texts of the namespace `settings` for nodes, by group and name. */
const ownWords: Readonly<Record<string, TextKey<'settings'>>> = {
  'password/password': 'password.field',
  'totp/method': 'totp.turn_on',
}

/** Returns the anti-CSRF token of a flow; undefined if it needs none. */
export function csrfTokenOf({ ui }: SettingsFlow): string | undefined {
  const token = ui.nodes.filter(isInputNode).find(({ attributes }) => attributes.name === 'csrf_token')
    ?.attributes.value
  return typeof token === 'string' ? token : undefined
}

function withNodes(flow: SettingsFlow, change: (nodes: readonly UiNode[]) => readonly UiNode[]): SettingsFlow {
  return { ...flow, ui: { ...flow.ui, nodes: change(flow.ui.nodes) } }
}
