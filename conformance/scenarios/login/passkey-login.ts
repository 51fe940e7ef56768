import { open, openNative, submit, submitForm, submitNative } from '../given.ts'
import { passkeyLoginForm, passkeyRefreshNodes, passkeySignUpNodes, script } from '../key-rows.ts'
import { anything, type ScenarioFile, type Step } from '../scenario.ts'
import { noToken, token } from '../rows.ts'

const traits = { email: '{email}', name: { first: 'Ada', last: 'Lovelace' } }

/** A person has signed up with a passkey, in a separate browser. */
const signedUp: readonly Step[] = [
  open('registration', '', 'newcomer'),
  {
    title: 'the newcomer enters their traits',
    as: 'newcomer',
    ...submit('registration'),
    body: { method: 'profile', traits },
    expect: { status: 400, flow: { messages: ['info 1040009'] } },
  },
  { title: 'the device makes a passkey', device: 'create', node: 'passkey_create_data' },
  {
    title: 'the newcomer signs up',
    as: 'newcomer',
    ...submit('registration'),
    body: { method: 'passkey', passkey_register: '{answer}', traits },
    expect: { status: 200, cookies: ['csrf', 'session'] },
  },
]

const session = {
  authenticator_assurance_level: 'aal1',
  authentication_methods: [{ method: 'passkey', aal: 'aal1', completed_at: anything }],
}

/** Passkeys: signing up and in without a password. */
export const passkeyLogin: ScenarioFile = {
  area: 'login',
  scenarios: [
    {
      name: 'the form offers passkeys',
      profile: 'keys',
      steps: [
        {
          ...open('login'),
          expect: { status: 200, flow: { state: 'choose_method', nodes: passkeyLoginForm() } },
        },
      ],
    },
    {
      name: 'the form of an app offers passkeys without a script',
      profile: 'keys',
      steps: [{ ...openNative('login'), expect: { status: 200, flow: { nodes: passkeyLoginForm(noToken) } } }],
    },
    {
      name: 'a passkey signs up and in',
      profile: 'keys',
      steps: [
        ...signedUp,
        open('login'),
        { title: 'the device signs', device: 'get', node: 'passkey_challenge' },
        {
          title: 'the visitor signs in',
          ...submit('login'),
          body: { method: 'passkey', passkey_login: '{answer}' },
          expect: { status: 200, cookies: ['csrf', 'session'], body: { session } },
        },
      ],
    },
    {
      name: 'a passkey signs in by a form that names no method',
      profile: 'keys',
      steps: [
        ...signedUp,
        open('login'),
        { title: 'the device signs', device: 'get', node: 'passkey_challenge' },
        {
          title: 'the visitor signs in',
          ...submitForm('login'),
          body: { identifier: '', password: '', passkey_login: '{answer}' },
          expect: { status: 303, location: '{pages}/', cookies: ['csrf', 'session'] },
        },
      ],
    },
    {
      name: 'a passkey signs in to an app',
      profile: 'keys',
      steps: [
        ...signedUp,
        openNative('login'),
        { title: 'the device signs', device: 'get', node: 'passkey_challenge' },
        {
          title: 'the app signs in',
          ...submitNative('login'),
          body: { method: 'passkey', passkey_login: '{answer}' },
          expect: { status: 200, body: { session, session_token: anything } },
        },
      ],
    },
    {
      name: 'what is no answer of a device is refused',
      profile: 'keys',
      steps: [
        open('login'),
        {
          title: 'the visitor sends nonsense',
          ...submit('login'),
          body: { method: 'passkey', passkey_login: 'garbage' },
          expect: { status: 400, flow: { messages: ['error 4000001(reason)'], nodes: passkeyLoginForm() } },
        },
      ],
    },
    {
      name: 'the screen for choosing a credential offers a passkey',
      profile: 'keys',
      steps: [
        open('registration'),
        {
          title: 'the visitor says who they are',
          ...submit('registration'),
          body: { method: 'profile', traits },
          expect: {
            status: 400,
            flow: {
              messages: ['info 1040009'],
              nodes: [
                token,
                'default hidden traits.email={email} required autocomplete=email label 1070002(name,title)',
                'default hidden traits.name.first=Ada label 1070002(name,title)',
                'default hidden traits.name.last=Lovelace label 1070002(name,title)',
                ...passkeySignUpNodes,
                'password password password required autocomplete=new-password label 1070001',
                'password submit method=password label 1040001',
                'profile submit screen=previous label 1040008',
              ],
            },
          },
        },
      ],
    },
    {
      name: 'a passkey confirms a session',
      profile: 'keys',
      steps: [
        ...signedUp,
        {
          title: 'the newcomer is to confirm',
          as: 'newcomer',
          mode: 'ajax',
          request: 'GET /self-service/login/browser?refresh=true',
          expect: { status: 200, flow: { messages: ['info 1010003'], nodes: refreshNodes() } },
        },
        { title: 'the device signs', device: 'get', node: 'passkey_challenge' },
        {
          title: 'the newcomer confirms',
          as: 'newcomer',
          ...submit('login'),
          body: { method: 'passkey', passkey_login: '{answer}' },
          expect: { status: 200, cookies: ['session'] },
        },
      ],
    },
  ],
}

function refreshNodes(): readonly string[] {
  return [token, 'default hidden identifier={email}', script, ...passkeyRefreshNodes]
}
