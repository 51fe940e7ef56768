import { isInputNode, type FlowKind, type UiNode } from '@gatehouse/contract/flows'
import { useEffect } from 'react'

/** The part that talks to the browser comes only to pages that need it. */
const loadChooser = () => import('./account-chooser.ts')

/**
 * Opens the browser's own account chooser (FedCM) beside a form that offers a provider with one. The form stays as it
 * is, for people who decline the chooser and for browsers without one.
 */
export function useAccountChooser(
  kind: FlowKind,
  { id, ui }: { readonly id: string; readonly ui: { readonly nodes: readonly UiNode[] } },
): void {
  const isOffered = (kind === 'login' || kind === 'registration') && ui.nodes.some(hasChooser)
  useEffect(() => {
    if (!isOffered || !('IdentityCredential' in window)) return undefined
    const controller = new AbortController()
    const context = kind === 'registration' ? 'signup' : 'signin'
    void loadChooser().then(({ chooseAccount }) => chooseAccount({ flowId: id, context, signal: controller.signal }))
    return () => controller.abort()
  }, [isOffered, kind, id])
}

function hasChooser(node: UiNode): boolean {
  return isInputNode(node) && node.attributes.name === 'provider' && node.meta.label?.context?.['fedcm'] === true
}
