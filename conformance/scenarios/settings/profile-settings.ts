import {
  account,
  open,
  otherAccount,
  signedIn,
  signedInNatively,
  submit,
  submitForm,
  submitNative,
  withToken,
} from '../given.ts'
import { noToken, settingsForm, token } from '../rows.ts'
import { absent, type ScenarioFile } from '../scenario.ts'

const grace = { email: '{email}', name: { first: 'Grace' } }
const toSettings = [{ action: 'redirect_browser_to', redirect_browser_to: '{pages}/settings?flow={flow}' }]

export const profileSettings: ScenarioFile = {
  area: 'settings',
  scenarios: [
    {
      name: 'the profile is saved over AJAX, and a mistake afterwards is named',
      profile: 'main',
      steps: [
        ...signedIn,
        open('settings'),
        {
          title: 'another name',
          ...submit('settings'),
          body: { method: 'profile', traits: grace },
          expect: {
            status: 200,
            cookies: ['session'],
            flow: {
              state: 'success',
              messages: ['success 1050001'],
              nodes: settingsForm(token, '{email}', '=Grace'),
              inOrder: true,
              also: { identity: { traits: grace }, continue_with: toSettings },
            },
          },
        },
        {
          title: 'no address',
          ...submit('settings'),
          body: { method: 'profile', traits: { email: 'nonsense', name: {} } },
          expect: {
            status: 400,
            cookies: [],
            flow: {
              state: 'success',
              messages: ['success 1050001'],
              nodes: settingsForm(token, 'nonsense').map((row) =>
                row.includes('traits.email') ? `${row} ! error 4000040(value)` : row,
              ),
            },
          },
        },
        {
          title: 'no method',
          ...submit('settings'),
          body: {},
          expect: { status: 400, flow: { messages: ['error 4010004'] } },
        },
        {
          title: 'the token is wrong',
          ...submit('settings'),
          body: { method: 'profile', traits: grace, csrf_token: 'wrong' },
          expect: { status: 403, error: { id: 'security_csrf_violation' } },
        },
        {
          title: 'the account has the other name',
          at: 'admin',
          mode: 'native',
          request: 'GET /admin/identities/{account}',
          expect: { status: 200, body: { traits: grace } },
        },
      ],
    },
    {
      name: 'the profile is saved by form and leads back to the previous page',
      profile: 'main',
      steps: [
        ...signedIn,
        open('settings', '?return_to={%pages}%2Fapp'),
        {
          title: 'another name',
          ...submitForm('settings'),
          body: { method: 'profile', 'traits.email': '{email}', 'traits.name.first': 'Grace' },
          expect: { status: 303, location: '{pages}/app', cookies: ['session'] },
        },
        {
          title: 'no address',
          ...submitForm('settings'),
          body: { method: 'profile', 'traits.email': 'nonsense' },
          expect: { status: 303, location: '{pages}/settings?flow={flow}', cookies: [] },
        },
      ],
    },
    {
      name: 'without another place the form leads to itself',
      profile: 'main',
      steps: [
        ...signedIn,
        open('settings'),
        {
          title: 'another name',
          ...submitForm('settings'),
          body: { method: 'profile', 'traits.email': '{email}', 'traits.name.first': 'Grace' },
          expect: { status: 303, location: '{pages}/settings?flow={flow}', cookies: ['session'] },
        },
        {
          title: 'it says that it is saved',
          mode: 'ajax',
          request: 'GET /self-service/settings/flows?id={flow}',
          expect: { status: 200, flow: { state: 'success', messages: ['success 1050001'] } },
        },
      ],
    },
    {
      name: 'the configured page after saving is used',
      profile: 'unified',
      steps: [
        ...signedIn,
        open('settings'),
        {
          title: 'another name',
          ...submit('settings'),
          body: { method: 'profile', traits: grace },
          expect: {
            status: 200,
            cookies: ['session'],
            flow: {
              state: 'success',
              messages: ['success 1050001'],
              also: {
                continue_with: [{ action: 'redirect_browser_to', redirect_browser_to: '{pages}/after-settings' }],
              },
            },
          },
        },
      ],
    },
    {
      name: 'an app saves the profile',
      profile: 'main',
      steps: [
        ...signedInNatively,
        {
          title: 'the app asks',
          mode: 'native',
          headers: withToken,
          request: 'GET /self-service/settings/api',
          expect: { status: 200 },
        },
        {
          title: 'another name',
          ...submitNative('settings'),
          headers: withToken,
          body: { method: 'profile', traits: grace },
          expect: {
            status: 200,
            cookies: [],
            flow: {
              state: 'success',
              messages: ['success 1050001'],
              nodes: settingsForm(noToken, '{email}', '=Grace'),
              also: { continue_with: absent },
            },
          },
        },
        {
          title: 'without the token of the session',
          ...submitNative('settings'),
          body: { method: 'profile', traits: grace },
          expect: { status: 401, error: {} },
        },
      ],
    },
    {
      name: 'another address has to be verified again',
      profile: 'main',
      steps: [
        ...signedIn,
        open('settings'),
        {
          title: 'another address',
          ...submit('settings'),
          body: { method: 'profile', traits: { email: '{otherEmail}' } },
          expect: {
            status: 200,
            cookies: ['session'],
            flow: {
              state: 'success',
              messages: ['success 1050001'],
              nodes: settingsForm(token, '{otherEmail}'),
              also: {
                continue_with: toSettings,
                identity: {
                  traits: { email: '{otherEmail}' },
                  verifiable_addresses: [{ value: '{otherEmail}', verified: false }],
                  recovery_addresses: [{ value: '{otherEmail}' }],
                },
              },
            },
          },
        },
        { title: 'a code comes to the other address', mailTo: '{otherEmail}' },
      ],
    },
    {
      name: 'an address that is taken',
      profile: 'main',
      steps: [
        otherAccount,
        ...signedIn,
        open('settings'),
        {
          title: 'the address of another person',
          ...submit('settings'),
          body: { method: 'profile', traits: { email: '{otherEmail}' } },
          expect: { status: 400, cookies: [], flow: { messages: ['error 4000007'] } },
        },
      ],
    },
    {
      name: 'an account without verification is left alone',
      profile: 'off',
      steps: [
        account,
        open('login'),
        {
          title: 'the visitor signs in',
          ...submit('login'),
          body: { method: 'password', identifier: '{email}', password: '{password}' },
          expect: { status: 200, cookies: ['csrf', 'session until close'] },
        },
        open('settings'),
        {
          title: 'another address',
          ...submit('settings'),
          body: { method: 'profile', traits: { email: '{otherEmail}' } },
          expect: {
            status: 200,
            cookies: ['session until close'],
            flow: { state: 'success', messages: ['success 1050001'] },
          },
        },
      ],
    },
  ],
}
