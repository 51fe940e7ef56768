import { correctPassword, open, signedInVerified, submit } from '../given.ts'
import { script } from '../key-rows.ts'
import { token } from '../rows.ts'
import type { ScenarioFile, Step } from '../scenario.ts'

/** `{email}` has a security key, which the device keeps, and is asked for it. */
export const askedForKey: readonly Step[] = [
  ...signedInVerified,
  open('settings'),
  { title: 'the device makes a key', device: 'create', node: 'webauthn_register_trigger' },
  {
    title: 'the visitor adds the key',
    ...submit('settings'),
    body: { method: 'webauthn', webauthn_register: '{answer}', webauthn_register_displayname: 'Blue key' },
    expect: { status: 200, cookies: ['session'], flow: { messages: ['success 1050001'] } },
  },
  open('login', '', 'returning'),
  {
    title: 'the password is not enough',
    as: 'returning',
    ...submit('login'),
    body: correctPassword,
    expect: {
      status: 422,
      cookies: ['csrf', 'session'],
      error: {
        id: 'browser_location_change_required',
        beside: { redirect_browser_to: '{public}/self-service/login/browser?aal=aal2' },
      },
    },
  },
  {
    ...open('login', '?aal=aal2', 'returning'),
    expect: {
      status: 200,
      flow: {
        messages: ['info 1010004'],
        nodes: [
          token,
          'default hidden identifier={email}',
          'webauthn hidden webauthn_login=',
          'webauthn button webauthn_login_trigger={"publicKey":{"challenge":"*"* label 1010008',
          script,
        ],
      },
    },
  },
]

/** A security key as the second factor. */
export const securityKeyLogin: ScenarioFile = {
  area: 'login',
  scenarios: [
    {
      name: 'a security key is the second factor',
      profile: 'keys',
      steps: [
        ...askedForKey,
        {
          title: 'nonsense is refused',
          as: 'returning',
          ...submit('login'),
          body: { method: 'webauthn', identifier: '{email}', webauthn_login: '{}' },
          expect: { status: 400, flow: { messages: ['error 4000001(reason)'] } },
        },
        { title: 'the device signs', device: 'get', node: 'webauthn_login_trigger' },
        {
          title: 'the key is enough',
          as: 'returning',
          ...submit('login'),
          body: { method: 'webauthn', identifier: '{email}', webauthn_login: '{answer}' },
          expect: {
            status: 200,
            cookies: ['session'],
            body: { session: { authenticator_assurance_level: 'aal2' } },
          },
        },
      ],
    },
  ],
}
