/** A request to a device, by a button or on arrival at a page. `upgrade`: a passkey, created without a prompt. */
export interface KeyQuestion {
  readonly method: 'passkey' | 'webauthn'
  readonly ask: 'get' | 'create' | 'suggest' | 'upgrade'
  /** The node whose value holds the question. */
  readonly from: string
  /** The field that takes the answer. */
  readonly into: string
}

/** The functions that nodes name, and the request of each. */
// prettier-ignore
export const keyQuestions: Readonly<Record<string, KeyQuestion>> = {
  oryPasskeyLogin:                 { method: 'passkey',  ask: 'get',     from: 'passkey_challenge',         into: 'passkey_login' },
  oryPasskeyLoginAutocompleteInit: { method: 'passkey',  ask: 'suggest', from: 'passkey_challenge',         into: 'passkey_login' },
  oryPasskeyRegistration:          { method: 'passkey',  ask: 'create',  from: 'passkey_create_data',       into: 'passkey_register' },
  oryPasskeySettingsRegistration:  { method: 'passkey',  ask: 'create',  from: 'passkey_create_data',       into: 'passkey_settings_register' },
  oryWebAuthnLogin:                { method: 'webauthn', ask: 'get',     from: 'webauthn_login_trigger',    into: 'webauthn_login' },
  oryWebAuthnRegistration:         { method: 'webauthn', ask: 'create',  from: 'webauthn_register_trigger', into: 'webauthn_register' },
}
