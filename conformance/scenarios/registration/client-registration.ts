import { open, signedIn, submitForm } from '../given.ts'
import type { Exchange, ScenarioFile, Step } from '../scenario.ts'

const fromClient: Step = { title: 'the visitor comes from a client', client: {} }
const query = '?login_challenge={%challenge}'
const opened: Exchange = {
  ...open('registration', query),
  title: 'the registration flow is opened for the client',
  expect: { status: 200, flow: { also: { oauth2_login_challenge: '{challenge}' } } },
}

/** Signing up on behalf of an OAuth2 client, with a real Ory Hydra. */
export const clientRegistration: ScenarioFile = {
  area: 'registration',
  scenarios: [
    {
      name: 'a new account is verified, and then leads back to the client',
      profile: 'oauth2',
      steps: [
        fromClient,
        opened,
        {
          title: 'the form is sent',
          ...submitForm('registration'),
          body: { method: 'password', 'traits.email': '{email}', password: '{password}' },
          expect: { status: 303, location: '{pages}/verification?flow=*', cookies: ['csrf', 'session'] },
        },
        { title: 'the code comes by mail', mailTo: '{email}' },
        {
          title: 'the code is sent',
          ...submitForm('verification'),
          body: { method: 'code', code: '{code}' },
          expect: { status: 303, location: 'http*/oauth2/auth?*login_verifier=*', cookies: 'any' },
        },
      ],
    },
    {
      name: 'a signed-in person confirms that instead',
      profile: 'oauth2',
      steps: [
        ...signedIn,
        fromClient,
        {
          title: 'the browser is sent to the sign-in',
          mode: 'navigation',
          request: `GET /self-service/registration/browser${query}`,
          expect: { status: 302, location: '{public}/self-service/login/browser?login_challenge=*' },
        },
      ],
    },
  ],
}
