import { codeByMail, open, openNative, submit, submitForm, submitNative } from '../given.ts'
import { backToCredentials, codeFields, credentialForm, hiddenTraits, noToken, resendCode, token } from '../rows.ts'
import { absent, type ScenarioFile } from '../scenario.ts'

const traits = { email: '{email}', name: { first: 'Ada' } }
const ask = { method: 'code', traits }
const sent = [token, ...hiddenTraits('{email}', '=Ada'), ...codeFields('1070012'), resendCode, backToCredentials]

export const codeRegistration: ScenarioFile = {
  area: 'registration',
  scenarios: [
    {
      name: 'a code by mail signs up over AJAX, after a wrong one, other traits, a new one and a way back',
      profile: 'main',
      steps: [
        open('registration'),
        {
          title: 'a code is asked for',
          ...submit('registration'),
          body: ask,
          expect: {
            status: 400,
            cookies: [],
            flow: { state: 'sent_email', active: 'code', messages: ['info 1040005'], nodes: sent },
          },
        },
        codeByMail,
        {
          title: 'the code is wrong',
          ...submit('registration'),
          body: { ...ask, code: '{wrongCode}' },
          expect: {
            status: 400,
            flow: { state: 'sent_email', active: 'code', messages: ['error 4040003'], nodes: sent },
          },
        },
        {
          title: 'the traits are others',
          ...submit('registration'),
          body: { method: 'code', traits: { email: '{otherEmail}' }, code: '{code}' },
          expect: { status: 400, flow: { state: 'sent_email', messages: ['error 4000036'] } },
        },
        {
          title: 'another code is asked for',
          ...submit('registration'),
          body: { ...ask, resend: 'code' },
          expect: { status: 400, flow: { state: 'sent_email', messages: ['info 1040005'], nodes: sent } },
        },
        { title: 'the second code comes by mail', mailTo: '{email}' },
        {
          title: 'back to the choice of a credential',
          ...submit('registration'),
          body: { method: 'profile', screen: 'credential-selection', traits },
          expect: {
            status: 400,
            flow: {
              state: 'choose_method',
              messages: ['info 1040009'],
              nodes: credentialForm('{email}', '=Ada'),
            },
          },
        },
        {
          title: 'a third code is asked for',
          ...submit('registration'),
          body: ask,
          expect: { status: 400, flow: { state: 'sent_email', messages: ['info 1040005'] } },
        },
        { title: 'the third code comes by mail', mailTo: '{email}' },
        {
          title: 'the third code is right',
          ...submit('registration'),
          body: { ...ask, code: '{code}' },
          expect: {
            status: 200,
            cookies: ['csrf', 'session'],
            body: {
              session: { active: true, authentication_methods: [{ method: 'code', aal: 'aal1' }] },
              identity: { traits, verifiable_addresses: [{ value: '{email}', verified: true, status: 'completed' }] },
              session_token: absent,
              continue_with: [{ action: 'redirect_browser_to', redirect_browser_to: '{pages}/' }],
            },
          },
        },
      ],
    },
    {
      name: 'a code by mail signs up by form',
      profile: 'main',
      steps: [
        open('registration'),
        {
          title: 'a code is asked for',
          ...submitForm('registration'),
          body: { method: 'code', 'traits.email': '{email}' },
          expect: { status: 303, location: '{pages}/registration?flow={flow}', cookies: [] },
        },
        codeByMail,
        {
          title: 'the code is right',
          ...submitForm('registration'),
          body: { method: 'code', 'traits.email': '{email}', code: '{code}' },
          expect: { status: 303, location: '{pages}/', cookies: ['csrf', 'session'] },
        },
      ],
    },
    {
      name: 'a code by mail gives an app an account and a token',
      profile: 'main',
      steps: [
        openNative('registration'),
        {
          title: 'a code is asked for',
          ...submitNative('registration'),
          body: { method: 'code', traits: { email: '{email}' } },
          expect: {
            status: 400,
            flow: {
              state: 'sent_email',
              active: 'code',
              messages: ['info 1040005'],
              nodes: [noToken, ...hiddenTraits('{email}'), ...codeFields('1070012'), resendCode, backToCredentials],
            },
          },
        },
        codeByMail,
        {
          title: 'the code is right',
          ...submitNative('registration'),
          body: { method: 'code', traits: { email: '{email}' }, code: '{code}' },
          expect: {
            status: 200,
            cookies: [],
            body: {
              session_token: 'ory_st_*',
              session: { active: true },
              continue_with: [{ action: 'set_ory_session_token', ory_session_token: 'ory_st_*' }],
            },
          },
        },
      ],
    },
  ],
}
