import type { ContinueWith } from '@gatehouse/contract/flows'
import { type Destination, toDestination } from '../../request/destination.server.ts'

/** The actions, most urgent first. The wire's own order puts the redirect before the required verification. */
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
 * Returns the next address of a finished flow, if the service names one. Tokens of native flows, the PIN of an app's
 * key and unknown actions mean nothing to a browser.
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
