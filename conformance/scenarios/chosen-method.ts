import {
  account,
  open,
  openNative,
  signedIn,
  signedInNatively,
  submit,
  submitForm,
  submitNative,
  withToken,
} from './given.ts'
import { emailField, identifier, newPassword } from './rows.ts'
import type { Area, Body, Exchange, Expected, Scenario, ScenarioFile } from './scenario.ts'

/** How each flow answers submissions whose method is off, unknown or missing: all with the right anti-CSRF token. */

const traits = { email: '{email}' }
const turnedOff: Expected = { status: 404, error: {} }

/** A form with this message above it, and nothing else. */
const formWith = (message: number, active?: string): Expected => ({
  status: 400,
  flow: { messages: [`error ${message}`], faulty: [], ...(active !== undefined && { active }) },
})

/** A form with these faulty fields, and no message above it. */
const faulty = (...rows: readonly string[]): Expected => ({ status: 400, flow: { faulty: rows } })

type Row = readonly [title: string, body: Readonly<Record<string, unknown>>, expect: Expected]

/** One flow for each row: an answer changes the form. */
function rowsOf(kind: string, rows: readonly Row[]): Scenario['steps'] {
  return rows.flatMap(([title, body, expect]): readonly Exchange[] => [
    { ...open(kind), title: `another form, for ${title}` },
    { title, ...submit(kind), body, expect },
  ])
}

const named = (method: string, fields: Readonly<Record<string, unknown>> = {}) => ({ method, ...fields })

const unknown = 'an unknown method'
const missing = 'no method'

const login = formWith(4010002)
const noIdentifier = faulty(`${identifier()} ! error 4000002(property)`)
const noIdentifierForKeys = faulty(
  `${identifier().replace(' label', ' autocomplete=username webauthn label')} ! error 4000002(property)`,
)
const loginMethods: readonly Row[] = [
  ['accounts at providers, without one', named('oidc'), login],
  ['accounts at providers', named('oidc', { provider: 'corp' }), turnedOff],
  ['a provider without a method', { provider: 'corp' }, turnedOff],
  ['a provider with another method', named('telepathy', { provider: 'corp' }), login],
  ['authenticator apps, as a first step', named('totp', { totp_code: '123456' }), login],
  ['backup codes, as a first step', named('lookup_secret', { lookup_secret: 'abcdefgh' }), login],
  ['a passkey', named('passkey'), turnedOff],
  ['the answer of a passkey without a method', { passkey_login: '{}' }, turnedOff],
  ['a security key', named('webauthn', { identifier: '{email}' }), turnedOff],
  ['a security key without a sign-in name', named('webauthn'), noIdentifier],
  ['the answer of a security key without a sign-in name', { webauthn_login: '{}' }, noIdentifier],
  ['a link', named('link'), login],
]

const registration = formWith(4010003)
const emailIsMissing = `${emailField()} ! error 4000002(property)`
const noEmail = faulty(emailIsMissing)
const emailIsMalformed = `${emailField('=nonsense')} ! error 4000040(value)`
const passwordIsMissing = 'default text password ! error 4000002(property)'
const screenIsUnknown = 'default text screen ! error 4000001(reason)'
const registrationMethods: readonly Row[] = [
  ['traits without a method', { traits }, registration],
  ['traits and a password without a method', { traits, password: '{password}' }, registration],
  ['nothing', {}, noEmail],
  [unknown, named('telepathy', { traits }), registration],
  ['an unknown method and no traits', named('telepathy'), noEmail],
  [
    'an unknown method and malformed traits',
    named('telepathy', { traits: { email: 'nonsense' } }),
    faulty(emailIsMalformed),
  ],
  ['accounts at providers, without one', named('oidc', { traits }), registration],
  ['a provider without a method', { provider: 'corp', traits }, turnedOff],
  ['a passkey without its answer', named('passkey', { traits }), registration],
  ['the answer of a passkey without a method', { passkey_register: '{}', traits }, turnedOff],
  ['a security key', named('webauthn', { traits }), registration],
  ['neither password nor traits', named('password'), faulty(emailIsMissing, passwordIsMissing)],
  [
    'malformed traits and no password',
    named('password', { traits: { email: 'nonsense' } }),
    faulty(emailIsMalformed, passwordIsMissing),
  ],
  ['traits and an empty password', named('password', { password: '', traits }), faulty(passwordIsMissing)],
  ['an unknown screen', { screen: 'telepathy', traits }, faulty(screenIsUnknown)],
  ['a screen that is no text', { screen: ['previous'], traits }, faulty(screenIsUnknown)],
  ['an unknown screen and no traits', { screen: 'telepathy' }, faulty(emailIsMissing, screenIsUnknown)],
  ['an unknown screen after the traits', named('profile', { screen: 'telepathy', traits }), faulty(screenIsUnknown)],
  ['an unknown screen and method', named('telepathy', { screen: 'telepathy', traits }), faulty(screenIsUnknown)],
  ['an empty screen', { screen: '', traits }, registration],
]

const settings = formWith(4010004)
const settingsMethods: readonly Row[] = [
  ['accounts at providers, without one', named('oidc'), settings],
  ['a link without a method', { link: 'corp' }, turnedOff],
  ['the removal of a link without a method', { unlink: 'corp' }, turnedOff],
  ['an authenticator app', named('totp', { totp_code: '123456' }), turnedOff],
  ['the removal of an authenticator app without a method', { totp_unlink: 'true' }, turnedOff],
  ['backup codes without a button', named('lookup_secret'), settings],
  ['a button of backup codes', { lookup_secret_reveal: 'true' }, turnedOff],
  ['a security key without a button', named('webauthn'), settings],
  ['the removal of a security key', { webauthn_remove: 'ab' }, turnedOff],
  ['a passkey without a button', named('passkey'), settings],
  ['the removal of a passkey', { passkey_remove: 'ab' }, turnedOff],
]

const recovery = formWith(4010005, 'default')
const malformed = (method: 'code' | 'link'): Expected => ({
  status: 400,
  flow: { active: method, faulty: [`${method} email email required label 1070007 ! error 4000040(value)`] },
})
const recoveryMethods: readonly Row[] = [
  [unknown, named('telepathy', { email: '{email}' }), recovery],
  ['a malformed address without a method', { email: 'nonsense' }, malformed('code')],
  ['a malformed address with an unknown method', named('telepathy', { email: 'nonsense' }), malformed('code')],
  ['a malformed address with a method that is off', named('link', { email: 'nonsense' }), malformed('code')],
]

const verification = formWith(4010006, 'default')
const verificationMethods: readonly Row[] = [
  [missing, { email: '{email}' }, verification],
  ['a link, which is off', named('link', { email: '{email}' }), verification],
  [
    unknown,
    named('telepathy', { email: '{email}' }),
    faulty('code submit method=code label 1070009 ! error 4000001(reason)'),
  ],
  ['a malformed address without a method', { email: 'nonsense' }, malformed('code')],
  [
    'a malformed address with an unknown method',
    named('telepathy', { email: 'nonsense' }),
    faulty(
      'code email email required label 1070007 ! error 4000040(value)',
      'code submit method=code label 1070009 ! error 4000001(reason)',
    ),
  ],
]

const scenario = 'methods that are off, unknown or missing are refused'
const stuck = 'after a submission without a method the flow takes none'
const byLink = 'with links, codes and unknown methods are refused'

const areaOf = (area: Area, ...scenarios: readonly Scenario[]): ScenarioFile => ({ area, scenarios })

/** A native form and a browser's form get the same answer. */
function inApps(
  kind: string,
  body: Body,
  expect: Expected,
  headers?: Readonly<Record<string, string>>,
): readonly Exchange[] {
  return [
    { ...openNative(kind), ...(headers && { headers }) },
    { title: 'in an app', ...submitNative(kind), body, expect, ...(headers && { headers }) },
    { ...open(kind), title: 'another form, for a navigation' },
  ]
}

/** A native form that is sent with a header that only browsers send. */
function withForeignHeaders(kind: string, title: string, body: Body, expect: Expected): readonly Exchange[] {
  return Object.entries({ cookie: 'some=cookie', origin: 'https://www.example.org' }).flatMap(([name, value]) => [
    { ...openNative(kind), title: `the app opens a form, for ${title} with ${name}` },
    { title: `${title} with ${name}`, ...submitNative(kind), headers: { [name]: value }, body, expect },
  ])
}

export const chosenMethods: readonly ScenarioFile[] = [
  areaOf(
    'login',
    {
      name: scenario,
      profile: 'main',
      steps: [
        ...rowsOf('login', loginMethods),
        ...inApps('login', named('totp'), login),
        {
          title: 'by navigation, back to the form',
          ...submitForm('login'),
          body: named('totp'),
          expect: { status: 303, location: '{pages}/login?flow={flow}' },
        },
        { ...open('login'), title: 'another form, for a provider' },
        {
          title: 'by navigation, to the page of errors',
          ...submitForm('login'),
          body: { provider: 'corp' },
          expect: { status: 303, location: '{pages}/error?id=*' },
        },
      ],
    },
    {
      name: 'codes and security keys that are second factors alone are no first step',
      profile: 'keys',
      steps: rowsOf('login', [
        ['a code', named('code', { identifier: '{email}' }), login],
        ['a security key', named('webauthn', { identifier: '{email}' }), login],
        ['a security key without a sign-in name', named('webauthn'), noIdentifierForKeys],
        ['the answer of a security key without a sign-in name', { webauthn_login: '{}' }, noIdentifierForKeys],
      ]),
    },
    {
      name: 'accounts at providers without a provider are no method',
      profile: 'providers',
      steps: rowsOf('login', [['no provider', named('oidc'), login]]),
    },
    {
      name: 'the fields of a native form are checked with a foreign header, too',
      profile: 'main',
      steps: [
        account,
        openNative('login'),
        {
          title: 'a password is missing',
          ...submitNative('login'),
          headers: { cookie: 'some=cookie' },
          body: named('password', { identifier: '{email}' }),
          expect: {
            status: 400,
            flow: {
              faulty: [
                'password password password required autocomplete=current-password label 1070001 ! error 4000002(property)',
              ],
            },
          },
        },
        {
          title: 'the method is missing',
          ...submitNative('login'),
          headers: { origin: 'https://www.example.org' },
          body: { identifier: '{email}' },
          expect: { status: 400, flow: { messages: ['error 4010002'], faulty: [] } },
        },
      ],
    },
  ),
  areaOf(
    'registration',
    {
      name: scenario,
      profile: 'main',
      steps: [
        ...rowsOf('registration', registrationMethods),
        ...inApps('registration', { traits }, registration),
        {
          title: 'by navigation, back to the form',
          ...submitForm('registration'),
          body: { 'traits.email': '{email}' },
          expect: { status: 302, location: '{pages}/registration?flow={flow}' },
        },
      ],
    },
    {
      name: 'on one page traits are checked before the method, in a browser',
      profile: 'unified',
      steps: [
        ...rowsOf('registration', [
          ['nothing', {}, noEmail],
          [unknown, named('telepathy', { traits }), registration],
          [
            'neither password nor traits',
            named('password'),
            faulty(emailIsMissing, `${newPassword} ! error 4000002(property)`),
          ],
          ['a screen, of which there is one', { screen: 'telepathy', traits }, registration],
        ]),
        openNative('registration'),
        { title: 'nothing, in an app', ...submitNative('registration'), body: {}, expect: registration },
      ],
    },
  ),
  areaOf('settings', {
    name: scenario,
    profile: 'main',
    steps: [...signedIn, ...rowsOf('settings', settingsMethods)],
  }),
  areaOf('settings', {
    name: 'an app that names a method without a button learns so',
    profile: 'main',
    steps: [
      ...signedInNatively,
      { ...openNative('settings'), headers: withToken },
      {
        title: 'backup codes',
        ...submitNative('settings'),
        headers: withToken,
        body: named('lookup_secret'),
        expect: settings,
      },
    ],
  }),
  areaOf(
    'recovery',
    {
      name: scenario,
      profile: 'main',
      steps: [...rowsOf('recovery', recoveryMethods), ...inApps('recovery', { email: 'nonsense' }, malformed('code'))],
    },
    {
      name: 'a native form with a foreign header is refused',
      profile: 'main',
      steps: [
        ...withForeignHeaders('recovery', 'an address', named('code', { email: '{email}' }), {
          status: 303,
          location: '{public}/self-service/recovery/flows?id=*',
          cookies: ['csrf'],
        }),
        ...withForeignHeaders(
          'recovery',
          'a malformed address',
          named('code', { email: 'nonsense' }),
          malformed('code'),
        ),
      ],
    },
    {
      name: stuck,
      profile: 'main',
      steps: [
        open('recovery'),
        { title: 'no method', ...submit('recovery'), body: {}, expect: recovery },
        { title: 'an address', ...submit('recovery'), body: named('code', { email: '{email}' }), expect: recovery },
      ],
    },
    {
      name: byLink,
      profile: 'links',
      steps: rowsOf('recovery', [
        ['a code', named('code', { email: '{email}' }), recovery],
        ['a malformed address with a code', named('code', { email: 'nonsense' }), malformed('link')],
      ]),
    },
  ),
  areaOf(
    'verification',
    {
      name: scenario,
      profile: 'main',
      steps: [
        ...rowsOf('verification', verificationMethods),
        ...inApps('verification', { email: '{email}' }, verification),
      ],
    },
    {
      name: 'a native form with a foreign header is refused',
      profile: 'main',
      steps: [
        ...withForeignHeaders('verification', 'an address', named('code', { email: '{email}' }), {
          status: 400,
          flow: { active: 'code', messages: ['error 4000001(reason)'], faulty: [] },
        }),
        ...withForeignHeaders(
          'verification',
          'a malformed address',
          named('code', { email: 'nonsense' }),
          malformed('code'),
        ),
      ],
    },
    {
      name: stuck,
      profile: 'main',
      steps: [
        open('verification'),
        { title: 'no method', ...submit('verification'), body: {}, expect: verification },
        {
          title: 'an address',
          ...submit('verification'),
          body: named('code', { email: '{email}' }),
          expect: {
            status: 400,
            flow: { active: 'default', messages: ['error 4010006', 'error 4010006'], faulty: [] },
          },
        },
      ],
    },
    {
      name: byLink,
      profile: 'links',
      steps: rowsOf('verification', [
        ['a code', named('code', { email: '{email}' }), verification],
        [unknown, named('telepathy', { email: '{email}' }), verification],
        ['a malformed address with an unknown method', named('telepathy', { email: 'nonsense' }), malformed('link')],
      ]),
    },
  ),
]
