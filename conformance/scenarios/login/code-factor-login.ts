import { askTotp, passwordGiven } from '../factors.ts'
import { account, codeByMail, open, submit, verifiedAccount } from '../given.ts'
import { codeFields, resendCode, token } from '../rows.ts'
import type { ScenarioFile, Step } from '../scenario.ts'

const chosen = 'code hidden identifier={email} label 1010023(address,channel)'
const codeForm = [chosen, ...codeFields('1070013'), resendCode, token]
const sendTo = 'code submit address={email} label 1010023(address,channel)'

const codeIsSent: Step = {
  ...open('login', '?aal=aal2'),
  expect: {
    status: 200,
    flow: { state: 'sent_email', active: 'code', messages: ['info 1010014'], nodes: codeForm },
  },
}

export const codeFactorLogin: ScenarioFile = {
  area: 'login',
  scenarios: [
    {
      name: 'a code by mail as the only second factor is sent at once',
      profile: 'code-factor',
      steps: [
        account,
        ...passwordGiven,
        codeIsSent,
        codeByMail,
        {
          title: 'a wrong code',
          ...submit('login'),
          body: { method: 'code', code: '{wrongCode}' },
          expect: { status: 400, cookies: [], flow: { state: 'sent_email', messages: ['error 4010008'] } },
        },
        {
          title: 'the right code',
          ...submit('login'),
          body: { method: 'code', code: '{code}' },
          expect: {
            status: 200,
            cookies: ['session'],
            body: {
              session: {
                authenticator_assurance_level: 'aal2',
                authentication_methods: [{ method: 'password' }, { method: 'code', aal: 'aal2' }],
              },
            },
          },
        },
        {
          title: 'an unknown trait to send to',
          mode: 'ajax',
          request: 'GET /self-service/login/browser?aal=aal2&refresh=true&via=nothing',
          expect: { status: 400, error: {} },
        },
      ],
    },
    {
      name: 'beside an authenticator app the address is chosen first',
      profile: 'code-factor',
      steps: [
        verifiedAccount,
        ...passwordGiven,
        open('settings'),
        {
          title: 'an authenticator app is set up',
          ...submit('settings'),
          body: { method: 'totp', totp_code: '{totpBefore}' },
          expect: { status: 200, cookies: ['session'], flow: { state: 'success', messages: ['success 1050001'] } },
        },
        ...passwordGiven.map((step): Step => ({
          ...step,
          title: `${step.title}, in a second browser`,
          ...('request' in step && { as: 'second browser' }),
        })),
        {
          ...open('login', '?aal=aal2', 'second browser'),
          expect: {
            status: 200,
            flow: { state: 'choose_method', messages: ['info 1010004'], nodes: [token, sendTo, ...askTotp] },
          },
        },
        {
          title: 'the address is chosen',
          as: 'second browser',
          ...submit('login'),
          body: { method: 'code', address: '{email}' },
          expect: {
            status: 400,
            cookies: [],
            flow: { state: 'sent_email', active: 'code', messages: ['info 1010014'], nodes: codeForm },
          },
        },
        codeByMail,
        {
          title: 'the code that was sent there',
          as: 'second browser',
          ...submit('login'),
          body: { method: 'code', code: '{code}' },
          expect: { status: 200, cookies: ['session'], body: { session: { authenticator_assurance_level: 'aal2' } } },
        },
      ],
    },
  ],
}
