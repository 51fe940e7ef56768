import { currentPassword, signInWithPassword, token } from './rows.ts'

/** Rows of nodes for keys and passkeys (`run/rows.ts` tells how they are drawn). */

export const script = 'webauthn text/javascript webauthn_script'

const askForPasskey = 'passkey button passkey_login_trigger= label 1010021'
const passkeyQuestion = 'passkey hidden passkey_challenge={"publicKey":{"challenge":"*"*'

/** A sign-in with the button and the suggestion of passkeys. */
export const passkeyLoginNodes = [
  askForPasskey,
  'passkey hidden passkey_login onloadTrigger=oryPasskeyLoginAutocompleteInit',
  passkeyQuestion,
]

/** A confirmation: nothing is asked for before the button is pressed. */
export const passkeyRefreshNodes = [askForPasskey, 'passkey hidden passkey_login', passkeyQuestion]

const identifier = (typed: string) =>
  `default text identifier=${typed} required autocomplete=username webauthn label 1070002(name,title)`

export const passkeyLoginForm = (csrf = token, typed = '') => [
  csrf,
  identifier(typed),
  ...(csrf === token ? [script] : []),
  ...passkeyLoginNodes,
  currentPassword,
  signInWithPassword,
]

export const passkeySignUpNodes = [
  script,
  'passkey hidden passkey_register',
  'passkey button passkey_register_trigger label 1040007',
  'passkey hidden passkey_create_data={"credentialOptions":{"publicKey":{*"displayNameFieldName":"traits.email"}',
]

export const addPasskeyNodes = [
  'passkey button passkey_register_trigger= label 1050019',
  'passkey hidden passkey_settings_register',
  'passkey hidden passkey_create_data={"publicKey":{*',
]

export const addKeyNodes = [
  'webauthn text webauthn_register_displayname= label 1050013',
  'webauthn hidden webauthn_register=',
  'webauthn button webauthn_register_trigger={"publicKey":{* label 1050012',
  script,
]

export const removePasskey = 'passkey submit passkey_remove={keyId} label 1050020(added_at,added_at_unix,display_name)'
export const removeKey = 'webauthn submit webauthn_remove={keyId} label 1050018(added_at,added_at_unix,display_name)'
