import { open, openNative, read, signedIn, submit, submitForm } from '../given.ts'
import { noToken, recoveryForm } from '../rows.ts'
import type { ScenarioFile } from '../scenario.ts'

export const openRecovery: ScenarioFile = {
  area: 'recovery',
  scenarios: [
    {
      name: 'a browser gets the form over AJAX and can read it again',
      profile: 'main',
      steps: [
        {
          ...open('recovery'),
          expect: {
            status: 200,
            cookies: ['csrf'],
            flow: {
              state: 'choose_method',
              active: 'code',
              nodes: recoveryForm(),
              also: {
                type: 'browser',
                request_url: '{public}/self-service/recovery/browser',
                ui: { method: 'POST', action: '{public}/self-service/recovery?flow={flow}' },
              },
            },
          },
        },
        { ...read('recovery'), expect: { status: 200, cookies: [], flow: { nodes: recoveryForm() } } },
        {
          title: 'a navigation is sent to the page',
          mode: 'navigation',
          request: 'GET /self-service/recovery/browser',
          expect: { status: 303, location: '{pages}/recovery?flow=*' },
        },
      ],
    },
    {
      name: 'an app gets a native form',
      profile: 'main',
      steps: [
        {
          ...openNative('recovery'),
          expect: {
            status: 200,
            cookies: [],
            flow: { state: 'choose_method', active: 'code', nodes: recoveryForm(noToken), also: { type: 'api' } },
          },
        },
      ],
    },
    {
      name: 'unknown flows, strangers, wrong tokens and foreign pages are refused',
      profile: 'main',
      steps: [
        open('recovery'),
        {
          title: 'an unknown flow is read',
          mode: 'ajax',
          request: 'GET /self-service/recovery/flows?id={unknownId}',
          expect: { status: 404, error: {} },
        },
        {
          title: 'a stranger reads the flow',
          as: 'a stranger',
          mode: 'ajax',
          request: 'GET /self-service/recovery/flows?id={flow}',
          expect: { status: 403, cookies: ['csrf'], error: { id: 'security_csrf_violation' } },
        },
        {
          title: 'a foreign page to return to',
          mode: 'ajax',
          request: 'GET /self-service/recovery/browser?return_to=https://evil.example/',
          expect: { status: 400, error: { id: 'self_service_flow_return_to_forbidden' } },
        },
        {
          title: 'the token is wrong',
          ...submit('recovery'),
          body: { method: 'code', email: '{email}', csrf_token: 'wrong' },
          expect: { status: 403, cookies: ['csrf'], error: { id: 'security_csrf_violation' } },
        },
        { ...open('recovery'), title: 'the visitor begins again' },
        {
          title: 'the token is wrong and the method unknown',
          ...submit('recovery'),
          body: { method: 'telepathy', csrf_token: 'wrong' },
          expect: { status: 403, cookies: ['csrf'], error: { id: 'security_csrf_violation' } },
        },
      ],
    },
    {
      name: 'a signed-in person has nothing to recover',
      profile: 'main',
      steps: [
        ...signedIn,
        {
          title: 'AJAX is told so',
          mode: 'ajax',
          request: 'GET /self-service/recovery/browser',
          expect: { status: 400, error: { id: 'session_already_available' } },
        },
        {
          title: 'a navigation goes to the default page',
          mode: 'navigation',
          request: 'GET /self-service/recovery/browser',
          expect: { status: 302, location: '{pages}/' },
        },
      ],
    },
    {
      name: 'addresses that are none and methods that are off are refused',
      profile: 'main',
      steps: [
        open('recovery'),
        {
          title: 'no address',
          ...submit('recovery'),
          body: { method: 'code' },
          expect: {
            status: 400,
            flow: {
              state: 'choose_method',
              active: 'code',
              nodes: recoveryForm().map((row) => (row.includes(' email ') ? `${row} ! error 4000002(property)` : row)),
            },
          },
        },
        {
          title: 'not an address',
          ...submit('recovery'),
          body: { method: 'code', email: 'nonsense' },
          expect: {
            status: 400,
            flow: {
              state: 'choose_method',
              nodes: recoveryForm().map((row) => (row.includes(' email ') ? `${row} ! error 4000040(value)` : row)),
            },
          },
        },
        {
          title: 'a link, which is switched off',
          ...submit('recovery'),
          body: { method: 'link', email: '{email}' },
          expect: { status: 404, error: {} },
        },
        {
          title: 'no method',
          ...submit('recovery'),
          body: { email: '{email}' },
          expect: {
            status: 400,
            flow: { state: 'choose_method', active: 'default', messages: ['error 4010005'], nodes: recoveryForm() },
          },
        },
        {
          title: 'not an address, by form',
          ...submitForm('recovery'),
          body: { method: 'code', email: 'nonsense' },
          expect: { status: 303, location: '{pages}/recovery?flow={flow}', cookies: [] },
        },
      ],
    },
    {
      name: 'recovery that is switched off is refused',
      profile: 'off',
      steps: [
        {
          title: 'over AJAX',
          mode: 'ajax',
          request: 'GET /self-service/recovery/browser',
          expect: { status: 400, error: {} },
        },
        {
          title: 'by navigation',
          mode: 'navigation',
          request: 'GET /self-service/recovery/browser',
          expect: { status: 303, location: '{pages}/error?id=*' },
        },
        {
          title: 'by an app',
          mode: 'native',
          request: 'GET /self-service/recovery/api',
          expect: { status: 400, error: {} },
        },
        {
          title: 'a flow is read',
          mode: 'ajax',
          request: 'GET /self-service/recovery/flows?id={unknownId}',
          expect: { status: 400, error: {} },
        },
      ],
    },
  ],
}
