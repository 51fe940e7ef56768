import { accountRuleOf } from '@gatehouse/contract/account'
import type { Flow, SettingsFlow, VerificationFlow } from '@gatehouse/contract/flows'
import { formAction } from '../../request/entry-query.ts'
import { inSection } from '../../request/section.ts'

/** Names the verification whose code the settings ask for themselves. */
export const proofParameter = 'proof'

/** The proof of an address that waits: its form is part of the settings, and posts to the page of verifications. */
export interface AddressProof {
  readonly flow: VerificationFlow
  readonly action: string
}

/**
 * Returns the next address of settings that hold a new address back: themselves, with the field for its code. The old
 * address stays in force, and the page says so. Undefined if an address counts at once.
 */
export function proofAddress(flow: SettingsFlow, url: URL): string | undefined {
  const waits = (flow.ui.messages ?? []).some(
    ({ context }) => accountRuleOf(context?.['account_rule']) === 'address_waits',
  )
  const shown = flow.continue_with?.find((item) => item.action === 'show_verification_ui')
  if (!waits || shown?.action !== 'show_verification_ui') return undefined
  return `${inSection(formAction(url, flow), 'profile')}&${new URLSearchParams({ [proofParameter]: shown.flow.id })}`
}

/** Names the page of the settings that asks for the code, for the page of verifications. */
const askedByParameter = 'asked_by'

/** Returns the address to which the form of a code posts if the settings at `url` ask for it. */
export function proofAction(flow: VerificationFlow, url: URL): string {
  const asked = new URLSearchParams({ [askedByParameter]: `${url.pathname}${url.search}` })
  return `${formAction(new URL('/verification', url), flow)}&${asked}`
}

/**
 * Returns to the settings that asked for a code: its error is shown at its field. Undefined for codes of other pages,
 * and if there is nothing left to type.
 */
export function backToSettings(flow: Flow, url: URL, { publicOrigin }: { readonly publicOrigin: string }) {
  const askedBy = url.searchParams.get(askedByParameter)
  if (askedBy === null || !isAsking(flow)) return undefined
  const back = new URL(askedBy, publicOrigin)
  // A page of ours alone, and of the settings.
  if (back.origin !== new URL(publicOrigin).origin || back.pathname !== '/settings') return undefined
  back.searchParams.set(proofParameter, flow.id)
  return `${back.pathname}${back.search}`
}

/** Whether something that was typed for the code was refused. */
export function isRefused({ flow: { ui } }: AddressProof): boolean {
  return [ui, ...ui.nodes].some(({ messages }) => messages?.some(({ type }) => type === 'error'))
}

/** Whether a flow still asks for the code, or the link, that was sent. */
export function isAsking(flow: Flow): flow is VerificationFlow {
  return flow.state === 'sent_email'
}
