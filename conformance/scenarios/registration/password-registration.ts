import { account, codeByMail, open, openNative, read, submit, submitForm, submitNative, withToken } from '../given.ts'
import {
  credentialForm,
  emailField,
  firstNameField,
  lastNameField,
  newPassword,
  profileForm,
  signUpWithPassword,
  sendSignUpCode,
  token,
  verificationCodeForm,
} from '../rows.ts'
import { absent, type ScenarioFile } from '../scenario.ts'

const traits = { email: '{email}', name: { first: 'Ada', last: 'Lovelace' } }
const signUp = { method: 'password', password: '{password}', traits }

const identity = {
  id: '*',
  schema_id: 'account',
  state: 'active',
  traits,
  verifiable_addresses: [{ value: '{email}', verified: false, via: 'email', status: 'sent' }],
  recovery_addresses: [{ value: '{email}', via: 'email' }],
  metadata_public: null,
  credentials: absent,
}
const showVerification = {
  action: 'show_verification_ui',
  flow: { id: '*', verifiable_address: '{email}', url: '{pages}/verification?flow=*' },
}

export const passwordRegistration: ScenarioFile = {
  area: 'registration',
  scenarios: [
    {
      name: 'profile, then password, over AJAX',
      profile: 'main',
      steps: [
        open('registration'),
        {
          title: 'the profile is sent',
          ...submit('registration'),
          body: { method: 'profile', traits },
          expect: {
            status: 400,
            cookies: [],
            flow: {
              state: 'choose_method',
              messages: ['info 1040009'],
              nodes: credentialForm('{email}', '=Ada', '=Lovelace'),
              inOrder: true,
            },
          },
        },
        {
          title: 'the password is chosen',
          ...submit('registration'),
          body: signUp,
          expect: {
            status: 200,
            cookies: ['csrf', 'session'],
            body: {
              session: {
                active: true,
                authenticator_assurance_level: 'aal1',
                authentication_methods: [{ method: 'password', aal: 'aal1' }],
              },
              identity,
              session_token: absent,
              continue_with: [{ action: 'redirect_browser_to', redirect_browser_to: '{pages}/' }, showVerification],
            },
          },
        },
        {
          title: 'the session is there',
          mode: 'ajax',
          request: 'GET /sessions/whoami',
          expect: { status: 200, body: { id: '{session}', identity: { traits } } },
        },
      ],
    },
    {
      name: 'profile, then password, by form',
      profile: 'main',
      steps: [
        open('registration'),
        {
          title: 'the profile is sent',
          ...submitForm('registration'),
          body: { method: 'profile', 'traits.email': '{email}', 'traits.name.first': 'Ada' },
          expect: { status: 303, location: '{pages}/registration?flow={flow}', cookies: [] },
        },
        {
          ...read('registration'),
          expect: { status: 200, flow: { messages: ['info 1040009'], nodes: credentialForm('{email}', '=Ada') } },
        },
        {
          title: 'the password is chosen',
          ...submitForm('registration'),
          body: {
            method: 'password',
            password: '{password}',
            'traits.email': '{email}',
            'traits.name.first': 'Ada',
          },
          expect: { status: 303, location: '{pages}/verification?flow=*', cookies: ['csrf', 'session'] },
        },
      ],
    },
    {
      name: 'an app signs up in one request and gets a token',
      profile: 'main',
      steps: [
        openNative('registration'),
        {
          title: 'everything is sent',
          ...submitNative('registration'),
          body: signUp,
          expect: {
            status: 200,
            cookies: [],
            body: {
              session_token: 'ory_st_*',
              session: { active: true },
              identity,
              continue_with: [
                { action: 'show_verification_ui', flow: { id: '*', verifiable_address: '{email}', url: absent } },
                { action: 'set_ory_session_token', ory_session_token: 'ory_st_*' },
              ],
            },
          },
        },
        {
          title: 'the token is a session',
          mode: 'native',
          headers: withToken,
          request: 'GET /sessions/whoami',
          expect: { status: 200, body: { id: '{session}' } },
        },
      ],
    },
    {
      name: 'the verification that a sign-up starts can be finished',
      profile: 'main',
      steps: [
        open('registration'),
        {
          title: 'everything is sent',
          ...submit('registration'),
          body: signUp,
          expect: { status: 200, cookies: ['csrf', 'session'] },
        },
        {
          ...read('verification', '{verificationFlow}'),
          expect: {
            status: 200,
            flow: {
              state: 'sent_email',
              active: 'code',
              messages: ['info 1080003'],
              nodes: verificationCodeForm('{email}'),
              also: { request_url: '{public}/self-service/registration/browser' },
            },
          },
        },
        codeByMail,
        {
          title: 'the code is right',
          ...submit('verification'),
          body: { method: 'code', code: '{code}' },
          expect: { status: 200, flow: { state: 'passed_challenge', messages: ['success 1080002'] } },
        },
        {
          title: 'the address is verified',
          mode: 'ajax',
          request: 'GET /sessions/whoami',
          expect: {
            status: 200,
            body: { identity: { verifiable_addresses: [{ verified: true, status: 'completed', verified_at: '*Z' }] } },
          },
        },
      ],
    },
    {
      name: 'back to the profile and forth again',
      profile: 'main',
      steps: [
        open('registration'),
        {
          title: 'the profile is sent',
          ...submit('registration'),
          body: { method: 'profile', traits },
          expect: { status: 400, flow: { messages: ['info 1040009'] } },
        },
        {
          title: 'back, without a method',
          ...submit('registration'),
          body: { screen: 'previous', traits },
          expect: {
            status: 400,
            flow: {
              state: 'choose_method',
              nodes: [
                token,
                emailField('={email}'),
                firstNameField('=Ada'),
                lastNameField('=Lovelace'),
                'profile submit method=profile label 1040001',
              ],
            },
          },
        },
        {
          title: 'forth, by form',
          ...submitForm('registration'),
          body: { screen: 'credential-selection', 'traits.email': '{email}' },
          expect: { status: 303, location: '{pages}/registration?flow={flow}' },
        },
        { ...read('registration'), expect: { status: 200, flow: { messages: ['info 1040009'] } } },
        {
          title: 'back, with a method',
          ...submit('registration'),
          body: { method: 'profile', screen: 'previous', traits },
          expect: {
            status: 400,
            flow: {
              nodes: [
                token,
                emailField('={email}'),
                firstNameField('=Ada'),
                lastNameField('=Lovelace'),
                'profile submit method=profile label 1040001',
              ],
            },
          },
        },
      ],
    },
    {
      name: 'one page without a session afterwards',
      profile: 'unified',
      steps: [
        {
          ...open('registration'),
          expect: {
            status: 200,
            flow: {
              nodes: [
                token,
                emailField(),
                firstNameField(),
                lastNameField(),
                sendSignUpCode,
                newPassword,
                signUpWithPassword,
              ],
              inOrder: true,
            },
          },
        },
        {
          title: 'everything is sent',
          ...submit('registration'),
          body: signUp,
          expect: {
            status: 200,
            cookies: ['csrf'],
            body: {
              identity,
              session: absent,
              session_token: absent,
              continue_with: [{ action: 'redirect_browser_to', redirect_browser_to: '{pages}/after-registration' }],
            },
          },
        },
        codeByMail,
        {
          title: 'there is no session',
          mode: 'ajax',
          request: 'GET /sessions/whoami',
          expect: { status: 401, error: {} },
        },
        open('registration', '?x=1'),
        {
          title: 'everything is sent by form',
          ...submitForm('registration'),
          body: { method: 'password', password: '{password}', 'traits.email': '{otherEmail}' },
          expect: { status: 303, location: '{pages}/after-registration', cookies: ['csrf'] },
        },
      ],
    },
    {
      name: 'verification is announced by the older switch too',
      profile: 'legacy',
      steps: [
        openNative('registration'),
        {
          title: 'everything is sent',
          ...submitNative('registration'),
          body: signUp,
          expect: {
            status: 200,
            body: {
              continue_with: [
                { action: 'show_verification_ui', flow: { id: '*', verifiable_address: '{email}', url: absent } },
                { action: 'set_ory_session_token' },
              ],
            },
          },
        },
      ],
    },
    {
      name: 'an address that is taken',
      profile: 'main',
      steps: [
        account,
        open('registration'),
        {
          title: 'over AJAX',
          ...submit('registration'),
          body: { method: 'password', password: '{password}', traits: { email: '{email}' } },
          expect: {
            status: 400,
            cookies: [],
            flow: { state: 'choose_method', messages: ['error 4000007'], nodes: profileForm() },
          },
        },
        {
          title: 'by form',
          ...submitForm('registration'),
          body: { method: 'password', password: '{password}', 'traits.email': '{email}' },
          expect: { status: 302, location: '{pages}/registration?flow={flow}', cookies: [] },
        },
      ],
    },
  ],
}
