import type { StepDifference } from './difference.ts'

/** Signing in with accounts at providers on Ory Kratos 1.3.1. */
export const kratosProviders: readonly StepDifference[] = [
  {
    engine: 'kratos',
    scenario: 'login: a taken e-mail leads to signing in, which links',
    step: 'the password links',
    expect: {
      body: {
        session: {
          authentication_methods: [
            { method: 'password', aal: 'aal1' },
            { method: 'oidc', aal: 'aal1' },
          ],
        },
      },
    },
    reason: 'The session does not tell which provider was linked.',
  },
  {
    engine: 'kratos',
    scenario: 'login: an app gets the session of a browser by two codes',
    step: 'the browser is sent back to the app, without a session',
    expect: { cookies: ['csrf'] },
    reason: 'The browser gets a new anti-CSRF cookie that it has no use for.',
  },
  {
    engine: 'kratos',
    scenario: 'registration: what the provider does not tell is asked for',
    step: 'the registration flow is read',
    expect: {
      flow: {
        nodes: [
          'oidc submit provider=corp label 1040003',
          'default hidden csrf_token=token required',
          'oidc email traits.email required autocomplete=email label 1070002(name,title) ! error 4000002(property)',
          'oidc text traits.name.first=Ada label 1070002(name,title)',
          'oidc text traits.name.last label 1070002(name,title)',
        ],
      },
    },
    reason: 'The fields stand in the group of the provider.',
  },
]
