import { makeBackupCodes, offerTotp, removeTotp } from '../factors.ts'
import { open, signedInVerified, signedInNatively, submit, submitForm, withToken } from '../given.ts'
import { settingsForm, token } from '../rows.ts'
import { absent, type ScenarioFile } from '../scenario.ts'

const form = settingsForm(token, '{email}', '=Ada', '=Lovelace')
const wrong = (message: string) => offerTotp.map((row) => (row.includes('totp_code') ? `${row} ! ${message}` : row))

export const totpSettings: ScenarioFile = {
  area: 'settings',
  scenarios: [
    {
      name: 'an authenticator app is set up, raises the session, and is removed',
      profile: 'factors',
      steps: [
        ...signedInVerified,
        {
          ...open('settings'),
          expect: {
            status: 200,
            flow: { state: 'show_form', nodes: [...form, makeBackupCodes, ...offerTotp], inOrder: true },
          },
          keep: { signedInAt: '{session}' },
        },
        {
          title: 'a wrong code',
          ...submit('settings'),
          body: { method: 'totp', totp_code: '{totpWrong}' },
          expect: {
            status: 400,
            cookies: [],
            flow: { state: 'show_form', nodes: [...form, makeBackupCodes, ...wrong('error 4000008')] },
          },
        },
        {
          title: 'no code',
          ...submit('settings'),
          body: { method: 'totp' },
          expect: {
            status: 400,
            cookies: [],
            flow: { nodes: [...form, makeBackupCodes, ...wrong('error 4000002(property)')] },
          },
        },
        {
          title: 'the right code',
          ...submit('settings'),
          body: { method: 'totp', totp_code: '{totpBefore}' },
          expect: {
            status: 200,
            cookies: ['session'],
            flow: {
              state: 'success',
              messages: ['success 1050001'],
              nodes: [...form, makeBackupCodes, removeTotp],
              also: {
                continue_with: [{ action: 'redirect_browser_to', redirect_browser_to: '{pages}/settings?flow={flow}' }],
              },
            },
          },
        },
        {
          title: 'the session is of two factors, and as old as before',
          mode: 'ajax',
          request: 'GET /sessions/whoami',
          expect: {
            status: 200,
            body: {
              id: '{session}',
              authenticator_assurance_level: 'aal2',
              authentication_methods: [
                { method: 'password', aal: 'aal1' },
                { method: 'totp', aal: 'aal2' },
              ],
              devices: [{}],
            },
          },
        },
        {
          title: 'it is removed',
          ...submit('settings'),
          body: { method: 'totp', totp_unlink: true },
          expect: {
            status: 200,
            cookies: ['session'],
            flow: {
              state: 'success',
              messages: ['success 1050001'],
              nodes: [...form, makeBackupCodes, ...offerTotp],
            },
          },
        },
      ],
    },
    {
      name: 'forms and apps set up and remove an authenticator app',
      profile: 'factors',
      steps: [
        ...signedInVerified,
        open('settings'),
        {
          title: 'the right code by form',
          ...submitForm('settings'),
          body: { method: 'totp', totp_code: '{totpBefore}' },
          expect: { status: 303, location: '{pages}/settings?flow={flow}', cookies: ['session'] },
        },
        {
          title: 'the button that removes it, without a method',
          ...submitForm('settings'),
          body: { totp_unlink: 'true' },
          expect: { status: 303, location: '{pages}/settings?flow={flow}', cookies: ['session'] },
        },
        ...signedInNatively.slice(1),
        {
          title: 'the app opens the settings',
          mode: 'native',
          headers: withToken,
          request: 'GET /self-service/settings/api',
          expect: { status: 200 },
        },
        {
          title: 'the app sends the right code',
          mode: 'native',
          headers: withToken,
          request: 'POST /self-service/settings?flow={flow}',
          body: { method: 'totp', totp_code: '{totpBefore}' },
          expect: {
            status: 200,
            flow: { state: 'success', messages: ['success 1050001'], also: { continue_with: absent } },
          },
        },
      ],
    },
  ],
}
