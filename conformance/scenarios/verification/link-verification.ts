import { account, open, openNative, read, submit, submitNative } from '../given.ts'
import { linkForm, noToken, token } from '../rows.ts'
import type { ScenarioFile, Step } from '../scenario.ts'

const asked = { method: 'link', email: '{email}' }
const linkByMail: Step = { title: 'the link comes by mail', mailTo: '{email}' }

export const linkVerification: ScenarioFile = {
  area: 'verification',
  scenarios: [
    {
      name: 'a link by mail verifies the address, once',
      profile: 'links',
      steps: [
        account,
        {
          ...open('verification'),
          expect: { status: 200, flow: { state: 'choose_method', active: 'link', nodes: linkForm() } },
        },
        {
          title: 'a link is asked for',
          ...submit('verification'),
          body: asked,
          expect: {
            status: 200,
            flow: { state: 'sent_email', active: 'link', messages: ['info 1080001'], nodes: linkForm('={email}') },
          },
          keep: { verification: '{flow}' },
        },
        linkByMail,
        {
          title: 'the link is opened',
          mode: 'navigation',
          request: 'GET {linkPath}',
          expect: { status: 303, location: '{pages}/verification?flow={verification}' },
        },
        {
          ...read('verification', '{verification}'),
          expect: {
            status: 200,
            flow: {
              state: 'passed_challenge',
              messages: ['success 1080002'],
              nodes: [token, 'link a continue={pages}/verified label 1070009'],
              also: { ui: { method: 'GET', action: '{pages}/verified' } },
            },
          },
        },
        {
          title: 'the link is opened again',
          mode: 'navigation',
          request: 'GET {linkPath}',
          expect: { status: 303, location: '{pages}/verification?flow=*', cookies: ['csrf'] },
        },
        {
          ...read('verification'),
          title: 'the new flow says so',
          expect: { status: 200, flow: { state: 'choose_method', messages: ['error 4070001'], nodes: linkForm() } },
        },
      ],
    },
    {
      name: 'an app asks for a link, a browser opens it',
      profile: 'links',
      steps: [
        account,
        {
          ...openNative('verification'),
          expect: { status: 200, flow: { active: 'link', nodes: linkForm('', noToken) } },
        },
        {
          title: 'a link is asked for',
          ...submitNative('verification'),
          body: asked,
          expect: { status: 200, flow: { state: 'sent_email', messages: ['info 1080001'] } },
        },
        linkByMail,
        {
          title: 'the link is opened',
          mode: 'navigation',
          request: 'GET {linkPath}',
          expect: { status: 303, location: '{pages}/verification?flow={flow}', cookies: 'any' },
        },
      ],
    },
  ],
}
