/** Every `action` of `continue_with` that the wire names. Services may send others; a client ignores unknown ones. */
export const continueWithActions = [
  'redirect_browser_to',
  'set_ory_session_token',
  'show_pin_entry_ui',
  'show_recovery_ui',
  'show_settings_ui',
  'show_verification_ui',
] as const satisfies readonly ContinueWith['action'][]

/** The next actions of a client, in array order; `show_verification_ui` outranks a redirect. */
export type ContinueWith =
  | { readonly action: 'redirect_browser_to'; readonly redirect_browser_to: string }
  | {
      readonly action: 'show_verification_ui'
      readonly flow: { readonly id: string; readonly verifiable_address: string; readonly url?: string }
    }
  | { readonly action: 'show_settings_ui'; readonly flow: { readonly id: string; readonly url?: string } }
  | { readonly action: 'show_recovery_ui'; readonly flow: { readonly id: string; readonly url?: string } }
  /** For an app that has set up a device key with a PIN: `data` is sealed for that device. */
  | { readonly action: 'show_pin_entry_ui'; readonly data: unknown }
  | { readonly action: 'set_ory_session_token'; readonly ory_session_token: string }
