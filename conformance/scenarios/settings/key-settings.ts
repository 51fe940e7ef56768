import { open, signedInVerified, submit } from '../given.ts'
import { addKeyNodes, addPasskeyNodes, removeKey, removePasskey } from '../key-rows.ts'
import { settingsForm, token } from '../rows.ts'
import { absent, type ScenarioFile } from '../scenario.ts'

const form = settingsForm(token, '{email}', '=Ada', '=Lovelace')

/** Adding and removing security keys and passkeys. */
export const keySettings: ScenarioFile = {
  area: 'settings',
  scenarios: [
    {
      name: 'a passkey is added and removed',
      profile: 'keys',
      steps: [
        ...signedInVerified,
        {
          ...open('settings'),
          expect: { status: 200, flow: { nodes: [...form, ...addKeyNodes, ...addPasskeyNodes] } },
        },
        { title: 'the device makes a passkey', device: 'create', node: 'passkey_create_data' },
        {
          title: 'the visitor adds it',
          ...submit('settings'),
          body: { method: 'passkey', passkey_settings_register: '{answer}' },
          expect: {
            status: 200,
            cookies: ['session'],
            flow: {
              state: 'success',
              messages: ['success 1050001'],
              nodes: [...form, ...addKeyNodes, removePasskey, ...addPasskeyNodes],
            },
          },
        },
        {
          title: 'the visitor removes it',
          ...submit('settings'),
          body: { method: 'passkey', passkey_remove: '{keyId}' },
          expect: {
            status: 200,
            cookies: ['session'],
            flow: { messages: ['success 1050001'], nodes: [...form, ...addKeyNodes, ...addPasskeyNodes] },
          },
        },
      ],
    },
    {
      name: 'a security key needs the field for its name, and is removed by its owner',
      profile: 'keys',
      steps: [
        ...signedInVerified,
        open('settings'),
        {
          title: 'the field is missing',
          ...submit('settings'),
          body: { method: 'webauthn', webauthn_register: 'garbage' },
          expect: {
            status: 400,
            flow: {
              faulty: ['webauthn text webauthn_register_displayname= label 1050013 ! error 4000002(property)'],
            },
          },
        },
        { title: 'the device makes a key', device: 'create', node: 'webauthn_register_trigger' },
        {
          title: 'the visitor adds it',
          ...submit('settings'),
          body: { method: 'webauthn', webauthn_register: '{answer}', webauthn_register_displayname: 'Blue key' },
          expect: {
            status: 200,
            cookies: ['session'],
            flow: { messages: ['success 1050001'], nodes: [...form, removeKey, ...addKeyNodes, ...addPasskeyNodes] },
          },
        },
        {
          title: 'the visitor removes it',
          ...submit('settings'),
          body: { method: 'webauthn', webauthn_remove: '{keyId}' },
          expect: {
            status: 200,
            cookies: ['session'],
            flow: {
              state: 'success',
              messages: ['success 1050001'],
              nodes: [...form, ...addKeyNodes, ...addPasskeyNodes],
            },
          },
        },
        {
          title: 'removing it once more answers that there is none',
          ...submit('settings'),
          body: { method: 'webauthn', webauthn_remove: '{keyId}' },
          expect: { status: 400, flow: { messages: ['error 4000001(reason)'], faulty: [] } },
        },
        {
          title: 'the session needs no second factor any more',
          mode: 'ajax',
          request: 'GET /sessions/whoami',
          expect: { status: 200, body: { identity: { traits: { email: '{email}' } } } },
        },
        {
          title: 'the account has no key any more',
          at: 'admin',
          mode: 'native',
          request: 'GET /admin/identities/{account}?include_credential=webauthn',
          expect: { status: 200, body: { credentials: { webauthn: { config: { credentials: absent } } } } },
        },
      ],
    },
  ],
}
