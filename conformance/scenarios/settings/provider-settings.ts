import { open, read, signedIn, submit } from '../given.ts'
import type { ScenarioFile } from '../scenario.ts'

export const providerSettings: ScenarioFile = {
  area: 'settings',
  scenarios: [
    {
      name: 'an account elsewhere is linked and unlinked',
      profile: 'providers',
      steps: [
        ...signedIn,
        open('settings'),
        {
          title: 'the visitor is sent to the provider',
          ...submit('settings'),
          body: { method: 'oidc', link: 'corp', upstream_parameters: { login_hint: 'elsewhere:{email}' } },
          expect: { status: 422, cookies: ['continuity'], error: { id: 'browser_location_change_required' } },
        },
        { title: 'the provider is visited', provider: '{redirect}' },
        {
          title: 'the visitor comes back to the settings',
          mode: 'navigation',
          request: 'GET {callback}',
          expect: { status: 303, location: '{pages}/settings?flow={flow}', cookies: ['session'] },
        },
        {
          ...read('settings'),
          expect: { status: 200, flow: { state: 'success', active: 'oidc', messages: ['success 1050001'] } },
        },
        {
          title: 'the account is unlinked',
          ...submit('settings'),
          body: { method: 'oidc', unlink: 'corp' },
          expect: {
            status: 200,
            cookies: ['session'],
            flow: { state: 'success', active: 'oidc', messages: ['success 1050001'] },
          },
        },
        {
          title: 'there is nothing left to unlink',
          ...submit('settings'),
          body: { method: 'oidc', unlink: 'corp' },
          expect: { status: 400, flow: { active: 'oidc', messages: ['error 4000001(reason)'] } },
        },
      ],
    },
  ],
}
