const on = { enabled: true }
const rp = { id: 'example.org', display_name: 'Example', origins: ['https://example.org'] }

/** Every method that needs no other service, enabled. */
export const ownMethods = {
  code: { enabled: true, passwordless_enabled: true },
  link: on,
  totp: on,
  lookup_secret: on,
  webauthn: { enabled: true, config: { passwordless: true, rp } },
  passkey: { enabled: true, config: { rp } },
}
