import { open, openNative, submit, submitForm, submitNative } from '../given.ts'
import { emailField, firstNameField, lastNameField, token } from '../rows.ts'
import type { Exchange, ScenarioFile } from '../scenario.ts'

const sendProfile = 'profile submit method=profile label 1040001'

function badPassword(title: string, password: Readonly<Record<string, unknown>>, message: string): Exchange {
  return {
    title,
    ...submit('registration'),
    body: { method: 'password', traits: { email: '{email}' }, ...password },
    expect: {
      status: 400,
      cookies: [],
      flow: {
        state: 'choose_method',
        nodes: [
          token,
          emailField('={email}'),
          `default text password ! ${message}`,
          firstNameField(),
          lastNameField(),
          sendProfile,
        ],
      },
    },
  }
}

export const invalidRegistration: ScenarioFile = {
  area: 'registration',
  scenarios: [
    {
      name: 'traits that are missing or wrong are named',
      profile: 'main',
      steps: [
        open('registration'),
        {
          title: 'nothing is filled in',
          ...submit('registration'),
          body: { method: 'profile', traits: {} },
          expect: {
            status: 400,
            cookies: [],
            flow: {
              state: 'choose_method',
              nodes: [
                token,
                `${emailField()} ! error 4000002(property)`,
                firstNameField(),
                lastNameField(),
                sendProfile,
              ],
            },
          },
        },
        {
          title: 'no address, and a number for a name',
          ...submit('registration'),
          body: { method: 'profile', traits: { email: 'nonsense', name: { first: 1 } } },
          expect: {
            status: 400,
            flow: {
              nodes: [
                token,
                `${emailField('=nonsense')} ! error 4000040(value)`,
                `${firstNameField('=1')} ! error 4000026(actual_type,allowed_types)`,
                lastNameField(),
                sendProfile,
              ],
            },
          },
        },
        {
          title: 'an unknown trait',
          ...submit('registration'),
          body: { method: 'profile', traits: { email: '{email}', extra: 1 } },
          expect: {
            status: 400,
            flow: {
              nodes: [
                token,
                emailField('={email}'),
                firstNameField('=1'),
                lastNameField(),
                'default text traits ! error 4000001(reason)',
                sendProfile,
              ],
            },
          },
        },
      ],
    },
    {
      name: 'no method counts as the profile page',
      profile: 'main',
      steps: [
        open('registration'),
        {
          title: 'only the token is sent',
          ...submit('registration'),
          body: {},
          expect: {
            status: 400,
            flow: {
              nodes: [
                token,
                `${emailField()} ! error 4000002(property)`,
                firstNameField(),
                lastNameField(),
                sendProfile,
              ],
            },
          },
        },
      ],
    },
    {
      name: 'passwords that are no good are refused',
      profile: 'main',
      steps: [
        open('registration'),
        badPassword('too short', { password: 'short' }, 'error 4000032(actual_length,min_length)'),
        badPassword('equal to the address', { password: '{email}' }, 'error 4000031'),
        badPassword('missing', {}, 'error 4000002(property)'),
        badPassword('empty', { password: '' }, 'error 4000002(property)'),
      ],
    },
    {
      name: 'every kind of trait has its field',
      profile: 'rich',
      steps: [
        {
          ...open('registration'),
          expect: {
            status: 200,
            flow: {
              nodes: [
                token,
                emailField(),
                ...[
                  'text traits.nick pattern=^[a-z]+$',
                  'number traits.age',
                  'number traits.height',
                  'checkbox traits.newsletter',
                  'checkbox traits.terms required',
                  'url traits.site autocomplete=url',
                  'date traits.born',
                  'datetime-local traits.seen',
                  'tel traits.phone autocomplete=tel',
                ].map((row) => `default ${row} label 1070002(name,title)`),
                'default text traits.plain',
                'default text traits.colour label 1070002(name,title)',
                sendProfile,
              ],
              inOrder: true,
            },
          },
        },
      ],
    },
    {
      name: 'every rule of a schema has its message',
      profile: 'rich',
      steps: [
        openNative('registration'),
        ...(
          [
            ['a text too short', { nick: 'ab' }, 'nick', '4000003(actual_length,min_length)'],
            ['a text too long', { nick: 'abcdef' }, 'nick', '4000017(actual_length,max_length)'],
            ['a text of another pattern', { nick: 'ABC' }, 'nick', '4000004(pattern)'],
            ['a number too small', { age: 17 }, 'age', '4000018(actual,minimum)'],
            ['a number too great', { age: 121 }, 'age', '4000020(actual,maximum)'],
            ['a number not above its bound', { height: 0 }, 'height', '4000019(actual,minimum)'],
            ['a number between steps', { height: 0.7 }, 'height', '4000022(actual,base)'],
            ['a value other than the one', { terms: false }, 'terms', '4000029(expected)'],
            ['a wrong type', { plain: 5 }, 'plain', '4000026(actual_type,allowed_types)'],
            ['no phone number', { phone: 'x' }, 'phone', '4000041(value)'],
            ['no web address', { site: 'no url' }, 'site', '4000001(reason)'],
            ['no choice of the list', { colour: 'blue' }, 'colour', '4000001(reason)'],
          ] as const
        ).map(([title, traits, name, message]): Exchange => ({
          title,
          ...submitNative('registration'),
          body: { method: 'profile', traits: { email: '{email}', terms: true, ...traits } },
          expect: { status: 400, flow: { faulty: [`default * traits.${name}* ! error ${message}`] } },
        })),
      ],
    },
    {
      name: 'a form sends texts, which become the types of the schema',
      profile: 'rich',
      steps: [
        open('registration'),
        {
          title: 'numbers and a checked box',
          ...submitForm('registration'),
          body: {
            method: 'password',
            password: '{password}',
            'traits.email': '{email}',
            'traits.age': '42',
            'traits.height': '1.5',
            'traits.terms': 'true',
            'traits.newsletter': 'false',
            'traits.nick': '',
          },
          expect: { status: 303, location: '{pages}/', cookies: ['csrf', 'session'] },
        },
        {
          title: 'they are kept as numbers and truths',
          mode: 'ajax',
          request: 'GET /sessions/whoami',
          expect: {
            status: 200,
            body: {
              identity: {
                schema_id: 'rich',
                traits: { email: '{email}', age: 42, height: 1.5, terms: true, newsletter: false },
              },
            },
          },
        },
      ],
    },
  ],
}
