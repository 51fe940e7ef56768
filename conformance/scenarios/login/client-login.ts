import { account, correctPassword, open, read, signedIn, submit, submitForm } from '../given.ts'
import type { Exchange, ScenarioFile, Step } from '../scenario.ts'

const fromClient: Step = { title: 'the visitor comes from a client', client: {} }
const atConsent = '{pages}/consent?consent_challenge=*'
const query = '?login_challenge={%challenge}'

/** The sign-in page of the client. */
const opened: Exchange = { ...open('login', query), title: 'the login flow is opened for the client' }

const forClient = {
  oauth2_login_challenge: '{challenge}',
  oauth2_login_request: {
    challenge: '{challenge}',
    client: { client_name: 'Notebook' },
    requested_scope: ['openid', 'email'],
    skip: false,
    subject: '',
    request_url: 'http*/oauth2/auth?client_id=*',
  },
  request_url: '{public}/self-service/login/browser?login_challenge=*&refresh=true',
}

const signIn: Exchange = {
  title: 'the password is right',
  ...submit('login'),
  body: correctPassword,
  expect: {
    status: 422,
    cookies: ['csrf', 'session'],
    error: {
      id: 'browser_location_change_required',
      beside: { redirect_browser_to: 'http*/oauth2/auth?*login_verifier=*' },
    },
  },
}

const confirm: Exchange = { ...signIn, expect: { ...signIn.expect, cookies: ['session'] } }

/** Signing in on behalf of an OAuth2 client, with a real Ory Hydra. */
export const clientLogin: ScenarioFile = {
  area: 'login',
  scenarios: [
    {
      name: 'a client gets a person signed in, and by and by without asking again',
      profile: 'oauth2',
      steps: [
        account,
        fromClient,
        { ...opened, expect: { status: 200, flow: { also: { ...forClient, refresh: false } } } },
        { ...read('login'), expect: { status: 200, flow: { also: forClient } } },
        signIn,
        { title: 'the OAuth2 server asks for consent', onward: '{redirect}', arrivesAt: atConsent },
        { ...fromClient, title: 'the visitor comes from the client again' },
        {
          title: 'the browser is sent on at once',
          mode: 'navigation',
          request: `GET /self-service/login/browser${query}`,
          expect: { status: 303, location: 'http*/oauth2/auth?*login_verifier=*' },
        },
      ],
    },
    {
      name: 'a script learns that a client needs no sign-in',
      profile: 'oauth2',
      steps: [
        account,
        fromClient,
        opened,
        signIn,
        { title: 'the OAuth2 server asks for consent', onward: '{redirect}', arrivesAt: atConsent },
        { ...fromClient, title: 'the visitor comes from the client again' },
        {
          title: 'the login flow is opened',
          mode: 'ajax',
          request: `GET /self-service/login/browser${query}`,
          expect: { status: 400, error: { id: 'session_already_available' } },
        },
      ],
    },
    {
      name: 'a form leads back to the client',
      profile: 'oauth2',
      steps: [
        account,
        fromClient,
        opened,
        {
          title: 'the form is sent',
          ...submitForm('login'),
          body: correctPassword,
          expect: {
            status: 303,
            location: 'http*/oauth2/auth?*login_verifier=*',
            cookies: ['csrf', 'session'],
          },
        },
      ],
    },
    {
      name: 'a signed-in person confirms it for a client that does not know them',
      profile: 'oauth2',
      steps: [
        ...signedIn,
        fromClient,
        {
          ...opened,
          expect: { status: 200, flow: { messages: ['info 1010003'], also: { ...forClient, refresh: true } } },
        },
        confirm,
        { title: 'the OAuth2 server asks for consent', onward: '{redirect}', arrivesAt: atConsent },
      ],
    },
    {
      name: 'a client that wants a fresh sign-in gets one',
      profile: 'oauth2',
      steps: [
        account,
        fromClient,
        opened,
        signIn,
        { title: 'the OAuth2 server asks for consent', onward: '{redirect}', arrivesAt: atConsent },
        { title: 'the client asks for a fresh sign-in', client: { prompt: 'login' } },
        {
          ...opened,
          title: 'the login flow is opened for the client again',
          expect: { status: 200, flow: { messages: ['info 1010003'], also: { refresh: true } } },
        },
        { ...confirm, title: 'the password confirms it' },
        { title: 'the OAuth2 server asks for consent again', onward: '{redirect}', arrivesAt: atConsent },
      ],
    },
    {
      name: 'a challenge without a request is refused',
      profile: 'oauth2',
      steps: [
        {
          title: 'the challenge is made up',
          mode: 'ajax',
          request: 'GET /self-service/login/browser?login_challenge=bogus',
          expect: { status: 400, error: { details: { status_code: 404 } } },
        },
        {
          title: 'the challenge is empty',
          mode: 'ajax',
          request: 'GET /self-service/login/browser?login_challenge=',
          expect: { status: 400, error: {} },
        },
        {
          title: 'a browser is sent to the error page',
          mode: 'navigation',
          request: 'GET /self-service/login/browser?login_challenge=bogus',
          expect: { status: 303, location: '{pages}/error?id=*' },
        },
      ],
    },
    {
      name: 'without an OAuth2 server no challenge can be followed',
      profile: 'main',
      steps: [
        {
          title: 'a challenge is sent',
          mode: 'ajax',
          request: 'GET /self-service/login/browser?login_challenge=bogus',
          expect: { status: 400, error: {} },
        },
      ],
    },
  ],
}
