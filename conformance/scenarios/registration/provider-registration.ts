import { open, read, submit } from '../given.ts'
import { token } from '../rows.ts'
import type { ScenarioFile } from '../scenario.ts'

const toProvider = { method: 'oidc', provider: 'corp', upstream_parameters: { login_hint: 'nameless:{email}' } }

export const providerRegistration: ScenarioFile = {
  area: 'registration',
  scenarios: [
    {
      name: 'what the provider does not tell is asked for',
      profile: 'providers',
      steps: [
        open('registration'),
        {
          title: 'the visitor is sent to the provider',
          ...submit('registration'),
          body: toProvider,
          expect: { status: 422, cookies: ['continuity'], error: { id: 'browser_location_change_required' } },
        },
        { title: 'the provider is visited', provider: '{redirect}' },
        {
          title: 'the visitor comes back to a form',
          mode: 'navigation',
          request: 'GET {callback}',
          expect: { status: 302, location: '{pages}/registration?flow=*', cookies: [] },
        },
        {
          ...read('registration'),
          expect: {
            status: 200,
            flow: {
              active: 'oidc',
              nodes: [
                'oidc submit provider=corp label 1040003',
                token,
                'default email traits.email required autocomplete=email label 1070002(name,title) ! error 4000002(property)',
                'default text traits.name.first=Ada label 1070002(name,title)',
                'default text traits.name.last label 1070002(name,title)',
              ],
            },
          },
        },
        {
          title: 'the rest is filled in, and the provider visited again',
          ...submit('registration'),
          body: { ...toProvider, traits: { email: '{email}', name: { first: 'Ada', last: 'L' } } },
          expect: { status: 422, cookies: ['continuity'], error: { id: 'browser_location_change_required' } },
        },
        { title: 'the provider is visited again', provider: '{redirect}' },
        {
          title: 'the visitor is signed in',
          mode: 'navigation',
          request: 'GET {callback}',
          expect: { status: 303, location: '{pages}/', cookies: ['csrf', 'session'] },
        },
      ],
    },
    {
      name: 'a refusal of the provider leaves only its button',
      profile: 'providers',
      steps: [
        open('registration'),
        {
          title: 'the visitor is sent to the provider',
          ...submit('registration'),
          body: { method: 'oidc', provider: 'corp', upstream_parameters: { login_hint: 'refuse:{email}' } },
          expect: { status: 422, cookies: ['continuity'], error: { id: 'browser_location_change_required' } },
        },
        { title: 'the provider is visited', provider: '{redirect}' },
        {
          title: 'the visitor comes back with the error',
          mode: 'navigation',
          request: 'GET {callback}',
          expect: { status: 302, location: '{pages}/registration?flow={flow}', cookies: [] },
        },
        {
          ...read('registration'),
          expect: {
            status: 200,
            flow: {
              messages: ['error 4000001(reason)'],
              nodes: ['oidc submit provider=corp label 1040003', token],
            },
          },
        },
      ],
    },
  ],
}
