import { open, signedIn, signedInNatively, submit, submitForm, submitNative, withToken } from '../given.ts'
import { newPassword, settingsForm, token } from '../rows.ts'
import type { Exchange, ScenarioFile } from '../scenario.ts'

const change = { method: 'password', password: '{otherPassword}' }
const tooOld = { id: 'session_refresh_required' }
const refreshUrl = (submitUrl: string) => `{public}/self-service/login/browser?refresh=true&return_to=${submitUrl}`
const submitUrl = '{%public}%2Fself-service%2Fsettings%3Fflow%3D{flow}'

function refused(title: string, password: string, message: string): Exchange {
  return {
    title,
    ...submit('settings'),
    body: { method: 'password', password },
    expect: {
      status: 400,
      cookies: [],
      flow: {
        state: 'show_form',
        nodes: settingsForm(token, '{email}', '=Ada', '=Lovelace').map((row) =>
          row === newPassword ? `${row} ! ${message}` : row,
        ),
      },
    },
  }
}

export const passwordSettings: ScenarioFile = {
  area: 'settings',
  scenarios: [
    {
      name: 'a password is refused where it is no good, and changed where it is',
      profile: 'main',
      steps: [
        ...signedIn,
        open('settings'),
        refused('too short', 'short', 'error 4000032(actual_length,min_length)'),
        refused('equal to the address', '{email}', 'error 4000031'),
        refused('missing', '', 'error 4000002(property)'),
        refused('the same as before', '{password}', 'error 4000039'),
        {
          title: 'a good one',
          ...submit('settings'),
          body: change,
          expect: {
            status: 200,
            cookies: ['session'],
            flow: {
              state: 'success',
              messages: ['success 1050001'],
              nodes: settingsForm(token, '{email}', '=Ada', '=Lovelace'),
              also: {
                continue_with: [{ action: 'redirect_browser_to', redirect_browser_to: '{pages}/settings?flow={flow}' }],
              },
            },
          },
        },
        open('login', '', 'another browser'),
        {
          title: 'the old password is of no use',
          ...submit('login'),
          as: 'another browser',
          body: { method: 'password', identifier: '{email}', password: '{password}' },
          expect: { status: 400, flow: { messages: ['error 4000006'] } },
        },
        {
          title: 'the new password is',
          ...submit('login'),
          as: 'another browser',
          body: { ...change, identifier: '{email}' },
          expect: { status: 200, cookies: ['csrf', 'session'] },
        },
      ],
    },
    {
      name: 'an app changes the password',
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
          title: 'a good one',
          ...submitNative('settings'),
          headers: withToken,
          body: change,
          expect: { status: 200, cookies: [], flow: { state: 'success', messages: ['success 1050001'] } },
        },
      ],
    },
    {
      name: 'after a while the password is asked for again, and then the change is made',
      profile: 'privileged',
      steps: [
        ...signedIn,
        { title: 'time passes', pause: 2_200 },
        { ...open('settings'), keep: { settings: '{flow}' } },
        {
          title: 'a change over AJAX',
          ...submit('settings'),
          body: change,
          expect: {
            status: 403,
            cookies: ['continuity'],
            error: { ...tooOld, beside: { redirect_browser_to: refreshUrl(submitUrl) } },
          },
        },
        {
          title: 'the browser goes there',
          mode: 'ajax',
          request:
            'GET /self-service/login/browser?refresh=true&return_to={%public}%2Fself-service%2Fsettings%3Fflow%3D{settings}',
          expect: { status: 200, flow: { messages: ['info 1010003'], also: { refresh: true } } },
        },
        {
          title: 'the password is right',
          ...submit('login'),
          body: { method: 'password', identifier: '{email}', password: '{password}' },
          expect: {
            status: 200,
            cookies: ['session'],
            body: {
              continue_with: [
                {
                  action: 'redirect_browser_to',
                  redirect_browser_to: '{public}/self-service/settings?flow={settings}',
                },
              ],
            },
          },
        },
        {
          title: 'the browser comes back',
          mode: 'navigation',
          request: 'GET /self-service/settings?flow={settings}',
          expect: { status: 303, location: '{pages}/settings?flow={settings}', cookies: 'any' },
        },
        {
          title: 'the settings say that they are saved',
          mode: 'ajax',
          request: 'GET /self-service/settings/flows?id={settings}',
          expect: { status: 200, flow: { state: 'success', messages: ['success 1050001'] } },
        },
        open('login', '', 'another browser'),
        {
          title: 'the new password works',
          ...submit('login'),
          as: 'another browser',
          body: { ...change, identifier: '{email}' },
          expect: { status: 200, cookies: ['csrf', 'session'] },
        },
      ],
    },
    {
      name: 'after a while a change by form, of the address or by an app is put off too, a name is not',
      profile: 'privileged',
      steps: [
        ...signedIn,
        { title: 'time passes', pause: 2_200 },
        open('settings'),
        {
          title: 'the password by form',
          ...submitForm('settings'),
          body: change,
          expect: { status: 303, location: refreshUrl(submitUrl), cookies: ['continuity'] },
        },
        {
          title: 'the address over AJAX',
          ...submit('settings'),
          body: { method: 'profile', traits: { email: '{otherEmail}' } },
          expect: { status: 403, cookies: ['continuity'], error: tooOld },
        },
        {
          title: 'the name over AJAX',
          ...submit('settings'),
          body: { method: 'profile', traits: { email: '{email}', name: { first: 'Grace' } } },
          expect: { status: 200, cookies: ['session'], flow: { state: 'success', messages: ['success 1050001'] } },
        },
        ...signedInNatively.slice(1),
        { title: 'more time passes', pause: 2_200 },
        {
          title: 'the app asks',
          mode: 'native',
          headers: withToken,
          request: 'GET /self-service/settings/api',
          expect: { status: 200 },
        },
        {
          title: 'the password by an app',
          ...submitNative('settings'),
          headers: withToken,
          body: change,
          expect: {
            status: 403,
            cookies: [],
            error: { ...tooOld, beside: { redirect_browser_to: refreshUrl(submitUrl) } },
          },
        },
      ],
    },
  ],
}
