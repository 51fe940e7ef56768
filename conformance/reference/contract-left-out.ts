/**
 * TABLE: parts of the contract of July 2026 that this service neither sends nor does, and the effect of each. The keys
 * of a configuration have a separate table (`unsupportedKeys`).
 */
export const leftOut = {
  /** The first number of a range, which no service sends; it would be shown in the words that it came with. */
  messages: [
    1_020_000, 1_030_000, 1_040_000, 1_050_000, 1_060_000, 1_080_000, 4_000_000, 4_010_000, 4_040_000, 4_050_000,
    4_060_000, 4_070_000, 5_000_000,
  ],
  /** Drawn if another service sends them. */
  groups: [
    { name: 'captcha', meets: 'the element that the script of a captcha fills, and the service’s message' },
    { name: 'deviceauthn', meets: 'a sentence that an app does this, and no button' },
    { name: 'saml', meets: 'the button of a provider' },
  ],
  actions: [{ name: 'show_pin_entry_ui', meets: 'the page that follows anyway: the secret is sealed for an app' }],
} as const
