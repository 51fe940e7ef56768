import { accountWithTotp, passwordGiven } from '../factors.ts'
import {
  account,
  codeByMail,
  correctPassword,
  open,
  openNative,
  signedIn,
  signedInNatively,
  submit,
  submitNative,
  withToken,
} from '../given.ts'
import type { ScenarioFile } from '../scenario.ts'

const ask = { method: 'code', identifier: '{email}' }

/** Signing in by a code proves an unproved address. */
export const firstProofLogin: ScenarioFile = {
  area: 'login',
  scenarios: [
    {
      name: 'a code to an unproved address leaves the password that was there',
      profile: 'main',
      steps: [
        account,
        open('login'),
        { title: 'a code is asked for', ...submit('login'), body: ask, expect: { status: 400 } },
        codeByMail,
        {
          title: 'the code is right',
          ...submit('login'),
          body: { ...ask, code: '{code}' },
          expect: { status: 200, cookies: ['csrf', 'session'] },
        },
        open('login', '', 'other'),
        {
          title: 'the password signs in',
          as: 'other',
          ...submit('login'),
          body: correctPassword,
          expect: { status: 200, cookies: ['csrf', 'session'] },
        },
      ],
    },
  ],
}

/** Second factors on an account without a proved address. */
export const firstProofSettings: ScenarioFile = {
  area: 'settings',
  scenarios: [
    {
      name: 'an authenticator app is set up before the address is verified',
      profile: 'factors',
      steps: [
        ...signedIn,
        open('settings'),
        {
          title: 'the right code',
          ...submit('settings'),
          body: { method: 'totp', totp_code: '{totpBefore}' },
          expect: { status: 200, cookies: ['session'], flow: { messages: ['success 1050001'] } },
        },
      ],
    },
  ],
}

/** The rights of a session of one factor over others, and the fate of its token. */
export const guardedSessions: ScenarioFile = {
  area: 'sessions',
  scenarios: [
    {
      name: 'a session that owes its second factor ends the others',
      profile: 'factors',
      steps: [
        ...accountWithTotp,
        ...passwordGiven,
        { title: 'the others are ended', mode: 'ajax', request: 'DELETE /sessions', expect: { status: 200 } },
      ],
    },
    {
      name: 'the token of an app stays the same when its session is confirmed',
      profile: 'main',
      steps: [
        ...signedInNatively.map((step, index) =>
          index === signedInNatively.length - 1 && 'request' in step
            ? { ...step, keep: { tokenBefore: '{sessionToken}' } }
            : step,
        ),
        { ...openNative('login', '?refresh=true'), headers: withToken },
        {
          title: 'the app confirms',
          ...submitNative('login'),
          headers: withToken,
          body: correctPassword,
          expect: { status: 200 },
        },
        {
          title: 'the token of before',
          mode: 'native',
          headers: { 'x-session-token': '{tokenBefore}' },
          request: 'GET /sessions/whoami',
          expect: { status: 200 },
        },
      ],
    },
  ],
}
