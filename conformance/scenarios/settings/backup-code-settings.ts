import {
  backupCodeList,
  confirmBackupCodes,
  disableBackupCodes,
  makeBackupCodes,
  offerTotp,
  revealBackupCodes,
} from '../factors.ts'
import { open, signedInVerified, submit, submitForm } from '../given.ts'
import { settingsForm, token } from '../rows.ts'
import type { ScenarioFile } from '../scenario.ts'

const form = [...settingsForm(token, '{email}', '=Ada', '=Lovelace'), ...offerTotp]
const press = (button: string) => ({ method: 'lookup_secret', [`lookup_secret_${button}`]: true })

export const backupCodeSettings: ScenarioFile = {
  area: 'settings',
  scenarios: [
    {
      name: 'backup codes are made, confirmed, shown again and turned off',
      profile: 'factors',
      steps: [
        ...signedInVerified,
        open('settings'),
        {
          title: 'new codes are shown',
          ...submit('settings'),
          body: press('regenerate'),
          expect: {
            status: 200,
            cookies: [],
            flow: { state: 'show_form', nodes: [...form, backupCodeList, confirmBackupCodes] },
          },
        },
        {
          title: 'they do not count yet',
          mode: 'ajax',
          request: 'GET /sessions/whoami',
          expect: { status: 200, body: { authenticator_assurance_level: 'aal1' } },
        },
        {
          title: 'they are confirmed',
          ...submit('settings'),
          body: press('confirm'),
          expect: {
            status: 200,
            cookies: ['session'],
            flow: {
              state: 'success',
              messages: ['success 1050001'],
              nodes: [...form, revealBackupCodes, disableBackupCodes],
            },
          },
        },
        {
          title: 'the session is of two factors',
          mode: 'ajax',
          request: 'GET /sessions/whoami',
          expect: {
            status: 200,
            body: {
              authenticator_assurance_level: 'aal2',
              authentication_methods: [{ method: 'password' }, { method: 'lookup_secret', aal: 'aal2' }],
            },
          },
        },
        {
          title: 'they are shown again',
          ...submit('settings'),
          body: press('reveal'),
          expect: {
            status: 200,
            cookies: [],
            flow: { state: 'success', nodes: [...form, backupCodeList, disableBackupCodes, makeBackupCodes] },
          },
        },
        {
          title: 'they are turned off',
          ...submit('settings'),
          body: press('disable'),
          expect: {
            status: 200,
            cookies: ['session'],
            flow: { state: 'success', messages: ['success 1050001'], nodes: [...form, makeBackupCodes] },
          },
        },
      ],
    },
    {
      name: 'the buttons of backup codes work by form, without a method',
      profile: 'factors',
      steps: [
        ...signedInVerified,
        open('settings'),
        {
          title: 'new codes',
          ...submitForm('settings'),
          body: { lookup_secret_regenerate: 'true' },
          expect: { status: 303, location: '{pages}/settings?flow={flow}', cookies: [] },
        },
        {
          title: 'the page reads them',
          mode: 'ajax',
          request: 'GET /self-service/settings/flows?id={flow}',
          expect: { status: 200, flow: { nodes: [...form, backupCodeList, confirmBackupCodes] } },
        },
        {
          title: 'they are confirmed',
          ...submitForm('settings'),
          body: { lookup_secret_confirm: 'true' },
          expect: { status: 303, location: '{pages}/settings?flow={flow}', cookies: ['session'] },
        },
      ],
    },
  ],
}
