import { account, codeByMail, open, openNative, read, submit, submitForm, submitNative } from '../given.ts'
import { codeFields, noToken, token, verificationCodeForm, verificationForm } from '../rows.ts'
import type { Exchange, ScenarioFile } from '../scenario.ts'

const ask = { method: 'code', email: '{email}' }
const asked: Exchange = {
  title: 'a code is asked for',
  ...submit('verification'),
  body: ask,
  expect: {
    status: 200,
    cookies: [],
    flow: { state: 'sent_email', active: 'code', messages: ['info 1080003'], nodes: verificationCodeForm('{email}') },
  },
}
const isVerified: Exchange = {
  title: 'the address is verified',
  at: 'admin',
  mode: 'native',
  request: 'GET /admin/identities/{account}',
  expect: {
    status: 200,
    body: { verifiable_addresses: [{ value: '{email}', verified: true, status: 'completed', verified_at: '*Z' }] },
  },
}
const goOn = (where: string) => `code a continue=${where} label 1070009`

export const codeVerification: ScenarioFile = {
  area: 'verification',
  scenarios: [
    {
      name: 'a code by mail verifies over AJAX, after a wrong one, and only once',
      profile: 'main',
      steps: [
        account,
        open('verification', '?return_to={%pages}%2Fapp'),
        asked,
        codeByMail,
        {
          title: 'the code is wrong',
          ...submit('verification'),
          body: { method: 'code', code: '{wrongCode}' },
          expect: {
            status: 200,
            cookies: [],
            flow: {
              state: 'sent_email',
              active: 'code',
              messages: ['error 4070006'],
              nodes: verificationCodeForm('{email}'),
            },
          },
        },
        {
          title: 'the code is right',
          ...submit('verification'),
          body: { method: 'code', code: '{code}' },
          expect: {
            status: 200,
            flow: {
              state: 'passed_challenge',
              active: 'code',
              messages: ['success 1080002'],
              nodes: [token, goOn('{pages}/app')],
              also: { ui: { method: 'GET', action: '{pages}/app' } },
            },
          },
        },
        isVerified,
        {
          title: 'the code is sent again',
          ...submit('verification'),
          body: { method: 'code', code: '{code}' },
          expect: {
            status: 410,
            cookies: ['csrf'],
            error: { id: 'self_service_flow_replaced', beside: { use_flow_id: '*' } },
          },
        },
        {
          ...read('verification', '{newFlow}'),
          title: 'the new flow tells why',
          expect: {
            status: 200,
            flow: { state: 'choose_method', active: 'code', messages: ['error 4070002'], nodes: verificationForm },
          },
        },
      ],
    },
    {
      name: 'a new code makes the old one useless',
      profile: 'main',
      steps: [
        account,
        open('verification'),
        asked,
        { ...codeByMail },
        { ...asked, title: 'another code is asked for', keep: { firstCode: '{code}' } },
        { title: 'the second code comes by mail', mailTo: '{email}' },
        {
          title: 'the first code has no use any more',
          ...submit('verification'),
          body: { method: 'code', code: '{firstCode}' },
          expect: { status: 200, flow: { state: 'sent_email', messages: ['error 4070006'] } },
        },
        {
          title: 'the second code is right',
          ...submit('verification'),
          body: { method: 'code', code: '{code}' },
          expect: { status: 200, flow: { state: 'passed_challenge', messages: ['success 1080002'] } },
        },
      ],
    },
    {
      name: 'a code by mail verifies by form, and no token is needed for the code',
      profile: 'main',
      steps: [
        account,
        open('verification'),
        {
          title: 'a code is asked for',
          ...submitForm('verification'),
          body: ask,
          expect: { status: 303, location: '{pages}/verification?flow={flow}', cookies: [] },
        },
        codeByMail,
        {
          title: 'the code is wrong',
          ...submitForm('verification'),
          body: { method: 'code', code: '{wrongCode}' },
          expect: { status: 303, location: '{pages}/verification?flow={flow}', cookies: [] },
        },
        {
          title: 'the code is right',
          ...submitForm('verification'),
          body: { method: 'code', code: '{code}', csrf_token: '' },
          expect: { status: 303, location: '{pages}/verification?flow={flow}' },
        },
        isVerified,
      ],
    },
    {
      name: 'an app verifies, and an unknown address looks the same',
      profile: 'main',
      steps: [
        account,
        openNative('verification'),
        {
          title: 'a code is asked for',
          ...submitNative('verification'),
          body: ask,
          expect: {
            status: 200,
            flow: {
              state: 'sent_email',
              messages: ['info 1080003'],
              nodes: [...codeFields('1070011'), 'code submit email={email} label 1070008'],
            },
          },
        },
        codeByMail,
        {
          title: 'the code is right',
          ...submitNative('verification'),
          body: { method: 'code', code: '{code}' },
          expect: {
            status: 200,
            cookies: [],
            flow: { state: 'passed_challenge', messages: ['success 1080002'], nodes: [noToken, goOn('{pages}/')] },
          },
        },
        openNative('verification', '?x=1'),
        {
          title: 'an unknown address',
          ...submitNative('verification'),
          body: { method: 'code', email: '{otherEmail}' },
          expect: {
            status: 200,
            flow: {
              state: 'sent_email',
              messages: ['info 1080003'],
              nodes: [...codeFields('1070011'), 'code submit email={otherEmail} label 1070008'],
            },
          },
        },
      ],
    },
    {
      name: 'the configured page after verification is used',
      profile: 'unified',
      steps: [
        account,
        open('verification'),
        asked,
        codeByMail,
        {
          title: 'the code is right',
          ...submit('verification'),
          body: { method: 'code', code: '{code}' },
          expect: {
            status: 200,
            flow: {
              state: 'passed_challenge',
              messages: ['success 1080002'],
              nodes: [token, goOn('{pages}/after-verification')],
            },
          },
        },
      ],
    },
    {
      name: 'the link in the mail fills in the code for any person who opens it',
      profile: 'main',
      steps: [
        account,
        open('verification'),
        asked,
        codeByMail,
        {
          title: 'another browser opens the link',
          as: 'another browser',
          mode: 'navigation',
          request: 'GET {link}',
          expect: { status: 303, location: '{pages}/verification?flow={flow}', cookies: ['csrf'] },
        },
        {
          title: 'the form has the code in it',
          as: 'another browser',
          mode: 'ajax',
          request: 'GET /self-service/verification/flows?id={flow}',
          expect: {
            status: 200,
            flow: {
              state: 'sent_email',
              messages: ['info 1080003'],
              nodes: verificationCodeForm('{email}').map((row) => row.replace(' text code ', ' text code={code} ')),
            },
          },
        },
        {
          title: 'it is sent',
          ...submitForm('verification'),
          as: 'another browser',
          body: { method: 'code', code: '{code}' },
          expect: { status: 303, location: '{pages}/verification?flow={flow}' },
        },
        isVerified,
      ],
    },
  ],
}
