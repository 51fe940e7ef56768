import { correctPassword, open, openNative, read, signedIn } from '../given.ts'
import { loginForm, profileForm, recoveryForm, settingsForm, token, verificationForm } from '../rows.ts'
import { absent, type Exchange, type Scenario, type ScenarioFile, type Step } from '../scenario.ts'

const back = '?return_to={%pages}%2Fapp'
const expired = (id: string) => `error ${id}(expired_at,expired_at_unix)`
const timePasses: Step = { title: 'time passes', pause: 1_200 }

interface Submission {
  readonly mode: Exchange['mode']
  readonly body: Exchange['body']
  readonly expect: Exchange['expect']
}

function submission(kind: string, title: string, { mode, body, expect }: Submission): Exchange {
  return {
    title,
    mode,
    request: `POST /self-service/${kind}?flow={old}`,
    ...(body === undefined ? {} : { body }),
    expect,
  }
}

const gone: Exchange['expect'] = {
  status: 410,
  error: { id: 'self_service_flow_expired', beside: { use_flow_id: '*', expired_at: '*Z' } },
}

/** Returns the scenario of login or registration, which behave alike. */
function creating(kind: 'login' | 'registration', message: string, body: object, nodes: readonly string[]): Scenario {
  const fields: Exchange['body'] = { ...body }
  return {
    name: `a ${kind} flow that is too old`,
    profile: 'short',
    steps: [
      { ...open(kind, back), keep: { old: '{flow}' } },
      timePasses,
      {
        ...read(kind, '{old}'),
        expect: {
          status: 410,
          error: {
            id: 'self_service_flow_expired',
            details: {
              redirect_to: `{public}/self-service/${kind}/browser?return_to=http%3A%2F%2F127.0.0.1%3A4455%2Fapp`,
              return_to: '{pages}/app',
            },
          },
        },
      },
      submission(kind, 'it is submitted over AJAX', { mode: 'ajax', body: fields, expect: gone }),
      {
        ...read(kind, '{newFlow}'),
        title: 'the new flow tells why and goes to the same place',
        expect: {
          status: 200,
          flow: { state: 'choose_method', messages: [expired(message)], nodes, also: { return_to: '{pages}/app' } },
        },
      },
      submission(kind, 'it is submitted by form', {
        mode: 'navigation',
        body: { method: 'password' },
        expect: { status: 303, location: `{pages}/${kind}?flow=*` },
      }),
      { ...openNative(kind), keep: { old: '{flow}' } },
      { ...timePasses, title: 'more time passes' },
      {
        title: 'an app reads its flow',
        mode: 'native',
        request: `GET /self-service/${kind}/flows?id={old}`,
        expect: {
          status: 410,
          error: { id: 'self_service_flow_expired', details: { api: `{public}/self-service/${kind}/api` } },
        },
      },
      submission(kind, 'an app submits it', { mode: 'native', body: fields, expect: gone }),
    ],
  }
}

export const expiredFlows: ScenarioFile = {
  area: 'errors',
  scenarios: [
    creating('login', '4010001', correctPassword, loginForm()),
    creating(
      'registration',
      '4040001',
      { method: 'password', password: '{password}', traits: { email: '{email}' } },
      profileForm(),
    ),
    {
      name: 'a settings flow that is too old',
      profile: 'short',
      steps: [
        ...signedIn,
        { ...open('settings'), keep: { old: '{flow}' } },
        timePasses,
        {
          ...read('settings', '{old}'),
          expect: {
            status: 410,
            error: { details: { redirect_to: '{public}/self-service/settings/browser', return_to: '' } },
          },
        },
        submission('settings', 'it is submitted over AJAX', {
          mode: 'ajax',
          body: { method: 'profile', traits: { email: '{email}' } },
          expect: gone,
        }),
        {
          ...read('settings', '{newFlow}'),
          title: 'the new flow tells why',
          expect: {
            status: 200,
            flow: {
              state: 'show_form',
              messages: [expired('4050001')],
              nodes: settingsForm(token, '{email}', '=Ada', '=Lovelace'),
            },
          },
        },
        submission('settings', 'it is submitted by form', {
          mode: 'navigation',
          body: { method: 'profile', 'traits.email': '{email}' },
          expect: { status: 303, location: '{pages}/settings?flow=*' },
        }),
      ],
    },
    {
      name: 'a recovery flow that is too old',
      profile: 'short',
      steps: [
        { ...open('recovery', back), keep: { old: '{flow}' } },
        timePasses,
        {
          ...read('recovery', '{old}'),
          expect: {
            status: 410,
            error: {
              details: {
                redirect_to: '{public}/self-service/recovery/browser?return_to=http%3A%2F%2F127.0.0.1%3A4455%2Fapp',
                return_to: '{pages}/app',
              },
            },
          },
        },
        submission('recovery', 'it is submitted over AJAX', {
          mode: 'ajax',
          body: { method: 'code', email: '{email}' },
          expect: { status: 303, location: '{public}/self-service/recovery/flows?id=*' },
        }),
        {
          ...read('recovery'),
          title: 'the new flow tells why',
          expect: {
            status: 200,
            flow: { state: 'choose_method', messages: [expired('4060005')], nodes: recoveryForm() },
          },
        },
        submission('recovery', 'it is submitted by form', {
          mode: 'navigation',
          body: { method: 'code', email: '{email}' },
          expect: { status: 303, location: '{pages}/recovery?flow=*' },
        }),
        { ...openNative('recovery'), keep: { old: '{flow}' } },
        { ...timePasses, title: 'more time passes' },
        {
          title: 'an app reads its flow',
          mode: 'native',
          request: 'GET /self-service/recovery/flows?id={old}',
          expect: {
            status: 410,
            error: { id: 'self_service_flow_expired', details: { api: '{public}/self-service/recovery/api' } },
          },
        },
        submission('recovery', 'an app submits it', {
          mode: 'native',
          body: { method: 'code', email: '{email}' },
          expect: {
            status: 410,
            error: {
              id: 'self_service_flow_expired',
              details: { continue_with: [{ action: 'show_recovery_ui', flow: { id: '*' } }] },
              beside: { use_flow_id: '*' },
            },
          },
        }),
      ],
    },
    {
      name: 'a recovery flow that is too old, without transitions',
      profile: 'short-plain',
      steps: [
        { ...openNative('recovery'), keep: { old: '{flow}' } },
        timePasses,
        submission('recovery', 'an app submits it', {
          mode: 'native',
          body: { method: 'code', email: '{email}' },
          expect: { status: 303, location: '{public}/self-service/recovery/flows?id=*' },
        }),
        { ...open('recovery'), keep: { old: '{flow}' } },
        { ...timePasses, title: 'more time passes' },
        submission('recovery', 'it is submitted over AJAX', {
          mode: 'ajax',
          body: { method: 'code', email: '{email}' },
          expect: { status: 303, location: '{public}/self-service/recovery/flows?id=*' },
        }),
      ],
    },
    {
      name: 'a verification flow that is too old',
      profile: 'short',
      steps: [
        { ...open('verification', back), keep: { old: '{flow}' } },
        timePasses,
        {
          ...read('verification', '{old}'),
          expect: {
            status: 410,
            error: {
              details: {
                redirect_to: '{public}/self-service/verification/browser?return_to=http%3A%2F%2F127.0.0.1%3A4455%2Fapp',
                return_to: '{pages}/app',
              },
            },
          },
        },
        submission('verification', 'it is submitted over AJAX', {
          mode: 'ajax',
          body: { method: 'code', email: '{email}' },
          expect: { status: 303, location: '{public}/self-service/verification/flows?id=*', cookies: ['csrf'] },
        }),
        {
          ...read('verification'),
          title: 'the new flow tells why and goes to the same place',
          expect: {
            status: 200,
            flow: {
              state: 'choose_method',
              active: 'code',
              messages: [expired('4070005')],
              nodes: verificationForm,
              also: { return_to: '{pages}/app' },
            },
          },
        },
        submission('verification', 'it is submitted by form', {
          mode: 'navigation',
          body: { method: 'code', email: '{email}' },
          expect: { status: 303, location: '{pages}/verification?flow=*', cookies: ['csrf'] },
        }),
        { ...openNative('verification'), keep: { old: '{flow}' } },
        { ...timePasses, title: 'more time passes' },
        {
          title: 'an app reads its flow',
          mode: 'native',
          request: 'GET /self-service/verification/flows?id={old}',
          expect: {
            status: 410,
            error: { details: { api: '{public}/self-service/verification/api', return_to: absent } },
          },
        },
        submission('verification', 'an app submits it', {
          mode: 'native',
          body: { method: 'code', email: '{email}' },
          expect: { status: 303, location: '{public}/self-service/verification/flows?id=*', cookies: ['csrf'] },
        }),
      ],
    },
  ],
}
