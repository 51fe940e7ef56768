import { account, open, submit } from '../given.ts'
import { absent, anything, type Exchange, type Hearing, type ScenarioFile } from '../scenario.ts'

const payload = { campaign: { name: 'spring' } }

/** Expects the request with a mail that the program of the channel gets. */
const mail = (template: string, data: Readonly<Record<string, unknown>>, email = '{email}'): Hearing => ({
  title: `the service is handed the mail, ${template}`,
  hears: 'POST /mail',
  about: email,
  headers: {
    'content-type': 'application/json',
    authorization: `Basic ${btoa('courier:the-password-of-the-conformance-courier')}`,
  },
  body: {
    ctx: {
      recipient: email,
      template_type: template,
      message_type: 'email',
      subject: '*',
      body: '*',
      template_data: { to: email, ...data },
    },
  },
})

/** The person, as they may see themselves. */
const person = {
  id: anything,
  schema_id: 'account',
  schema_url: '{public}/schemas/*',
  state: 'active',
  traits: { email: '{email}' },
  metadata_public: null,
  verifiable_addresses: [{ value: '{email}', via: 'email' }],
  recovery_addresses: [{ value: '{email}', via: 'email' }],
  credentials: absent,
  metadata_admin: absent,
}

const asked = (kind: string) => ({
  request_url: `{public}/self-service/${kind}/browser`,
  transient_payload: payload,
})

const askForCode = (kind: string, body: Readonly<Record<string, unknown>>, status: number): Exchange => ({
  title: 'the visitor asks for a code',
  ...submit(kind),
  body: { method: 'code', transient_payload: payload, ...body },
  expect: { status },
})

/** Messages that another service sends: the requests that it gets. */
export const courierChannels: ScenarioFile = {
  area: 'hooks',
  scenarios: [
    {
      name: 'a service sends the mail for getting back into an account',
      profile: 'messages',
      steps: [
        account,
        open('recovery'),
        askForCode('recovery', { email: '{email}' }, 200),
        mail('recovery_code_valid', { recovery_code: '*', identity: person, ...asked('recovery') }),
        {
          title: 'the code that the service received is the right one',
          ...submit('recovery'),
          body: { method: 'code', code: '{code}' },
          expect: { status: 422, cookies: ['csrf', 'session'], error: { id: 'browser_location_change_required' } },
        },
      ],
    },
    {
      name: 'a service sends the mail to an address that no account has',
      profile: 'messages',
      steps: [
        open('recovery'),
        askForCode('recovery', { email: '{otherEmail}' }, 200),
        mail(
          'recovery_code_invalid',
          { identity: absent, recovery_code: absent, ...asked('recovery') },
          '{otherEmail}',
        ),
      ],
    },
    {
      name: 'a service sends the mail with a code for signing in',
      profile: 'messages',
      steps: [
        account,
        open('login'),
        askForCode('login', { identifier: '{email}' }, 400),
        mail('login_code_valid', { login_code: '*', identity: person, ...asked('login') }),
        {
          title: 'the code that the service received is the right one',
          ...submit('login'),
          body: { method: 'code', identifier: '{email}', code: '{code}' },
          expect: { status: 200, cookies: ['csrf', 'session'] },
        },
      ],
    },
    {
      name: 'a service sends the mail with a code for signing up',
      profile: 'messages',
      steps: [
        open('registration'),
        askForCode('registration', { traits: { email: '{email}' } }, 400),
        mail('registration_code_valid', {
          registration_code: '*',
          traits: { email: '{email}' },
          identity: absent,
          ...asked('registration'),
        }),
      ],
    },
    {
      name: 'a service sends the messages after a sign-up: the mail, and the text message as a form',
      profile: 'messages',
      steps: [
        open('registration'),
        {
          title: 'a person signs up',
          ...submit('registration'),
          body: {
            method: 'password',
            password: '{password}',
            traits: { email: '{email}', phone: '{phone}' },
            transient_payload: payload,
          },
          expect: { status: 200, cookies: ['csrf', 'session'] },
        },
        mail('verification_code_valid', {
          verification_code: '*',
          verification_url: '{public}/self-service/verification?*code=*',
          identity: { ...person, verifiable_addresses: anything },
          transient_payload: payload,
        }),
        {
          title: 'the service is handed the text message',
          hears: 'POST /text-message',
          about: '{email}',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: {
            To: '{phone}',
            Body: '*',
            Code: '*',
            Kind: 'sms',
            Template: 'verification_code_valid',
            Known: 'false',
          },
        },
      ],
    },
  ],
}
