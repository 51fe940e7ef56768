import type { ContinueWith } from '@gatehouse/contract/flows'
import { type Destination, toDestination } from '../../request/destination.server.ts'

/** What to show next, most urgent first. The wire's own order puts the redirect before the verification it must not skip. */
const urgency: readonly ContinueWith['action'][] = [
  'show_verification_ui',
  'show_recovery_ui',
  'show_settings_ui',
  'redirect_browser_to',
]

const flowPages = {
  show_verification_ui: '/verification',
  show_recovery_ui: '/recovery',
  show_settings_ui: '/settings',
} as const

/**
 * Where a finished flow continues, if the service says so. Tokens of native flows, the PIN of an app's key and actions that
 * are not known mean nothing to a browser.
 */
export function nextStop(
  items: readonly ContinueWith[] | null | undefined,
  publicOrigin: string,
): Destination | undefined {
  const item = urgency.map((action) => items?.find((one) => one.action === action)).find((one) => one !== undefined)
  if (item === undefined || item.action === 'set_ory_session_token' || item.action === 'show_pin_entry_ui') {
    return undefined
  }
  if (item.action === 'redirect_browser_to') return toDestination(item.redirect_browser_to, publicOrigin)
  return { to: `${flowPages[item.action]}?${new URLSearchParams({ flow: item.flow.id })}`, document: false }
}
