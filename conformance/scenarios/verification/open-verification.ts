import { open, openNative, read, signedIn, submit, submitForm } from '../given.ts'
import { addressField, continueWithCode, token, verificationForm } from '../rows.ts'
import type { ScenarioFile } from '../scenario.ts'

export const openVerification: ScenarioFile = {
  area: 'verification',
  scenarios: [
    {
      name: 'a browser gets the form over AJAX and can read it again',
      profile: 'main',
      steps: [
        {
          ...open('verification', '?return_to={%pages}%2Fapp'),
          expect: {
            status: 200,
            cookies: ['csrf'],
            flow: {
              state: 'choose_method',
              active: 'code',
              nodes: verificationForm,
              also: {
                type: 'browser',
                return_to: '{pages}/app',
                ui: { method: 'POST', action: '{public}/self-service/verification?flow={flow}' },
              },
            },
          },
        },
        { ...read('verification'), expect: { status: 200, cookies: [], flow: { nodes: verificationForm } } },
        {
          title: 'a navigation is sent to the page',
          mode: 'navigation',
          request: 'GET /self-service/verification/browser',
          expect: { status: 303, location: '{pages}/verification?flow=*' },
        },
      ],
    },
    {
      name: 'an app gets a native form without any token',
      profile: 'main',
      steps: [
        {
          ...openNative('verification'),
          expect: {
            status: 200,
            cookies: [],
            flow: {
              state: 'choose_method',
              active: 'code',
              nodes: [addressField(), continueWithCode],
              also: { type: 'api' },
            },
          },
        },
      ],
    },
    {
      name: 'a signed-in person may verify too',
      profile: 'main',
      steps: [
        ...signedIn,
        { ...open('verification'), expect: { status: 200, flow: { state: 'choose_method', nodes: verificationForm } } },
      ],
    },
    {
      name: 'unknown flows, strangers, wrong tokens and foreign pages are refused',
      profile: 'main',
      steps: [
        open('verification'),
        {
          title: 'an unknown flow is read',
          mode: 'ajax',
          request: 'GET /self-service/verification/flows?id={unknownId}',
          expect: { status: 404, error: {} },
        },
        {
          title: 'a stranger reads the flow',
          as: 'a stranger',
          mode: 'ajax',
          request: 'GET /self-service/verification/flows?id={flow}',
          expect: { status: 403, cookies: ['csrf'], error: { id: 'security_csrf_violation' } },
        },
        {
          title: 'the token is wrong',
          ...submit('verification'),
          body: { method: 'code', email: '{email}', csrf_token: 'wrong' },
          expect: { status: 403, cookies: [], error: { id: 'security_csrf_violation' } },
        },
        {
          title: 'a foreign page to return to',
          mode: 'ajax',
          request: 'GET /self-service/verification/browser?return_to=https://evil.example/',
          expect: { status: 400, error: { id: 'self_service_flow_return_to_forbidden' } },
        },
      ],
    },
    {
      name: 'addresses that are none are refused',
      profile: 'main',
      steps: [
        open('verification'),
        {
          title: 'no address',
          ...submit('verification'),
          body: { method: 'code' },
          expect: {
            status: 400,
            flow: {
              state: 'choose_method',
              active: 'code',
              nodes: [`${addressField('=')} ! error 4000002(property)`, continueWithCode, token],
            },
          },
        },
        {
          title: 'not an address',
          ...submit('verification'),
          body: { method: 'code', email: '+4915112345678' },
          expect: {
            status: 400,
            flow: {
              state: 'choose_method',
              faulty: ['code email email required label 1070007 ! error 4000040(value)'],
            },
          },
        },
        {
          title: 'not an address, by form',
          ...submitForm('verification'),
          body: { method: 'code', email: 'nonsense' },
          expect: { status: 303, location: '{pages}/verification?flow={flow}', cookies: [] },
        },
      ],
    },
    {
      name: 'verification that is switched off is refused',
      profile: 'off',
      steps: [
        {
          title: 'over AJAX',
          mode: 'ajax',
          request: 'GET /self-service/verification/browser',
          expect: { status: 400, error: {} },
        },
        {
          title: 'by navigation',
          mode: 'navigation',
          request: 'GET /self-service/verification/browser',
          expect: { status: 303, location: '{pages}/error?id=*' },
        },
        {
          title: 'by an app',
          mode: 'native',
          request: 'GET /self-service/verification/api',
          expect: { status: 400, error: {} },
        },
        {
          title: 'a flow is read',
          mode: 'ajax',
          request: 'GET /self-service/verification/flows?id={unknownId}',
          expect: { status: 400, error: {} },
        },
      ],
    },
  ],
}
