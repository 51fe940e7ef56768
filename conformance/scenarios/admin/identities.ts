import { account } from '../given.ts'
import { absent, anything, type Exchange, type ScenarioFile } from '../scenario.ts'

const one = '/admin/identities/{account}'
const operator = { at: 'admin', mode: 'native' } as const

const credentials = {
  password: { type: 'password', identifiers: ['{email}'], config: absent },
  code: { type: 'code', identifiers: ['{email}'] },
}

function refused(title: string, request: string, status: number, body?: Exchange['body']): Exchange {
  return { title, ...operator, request, ...(body === undefined ? {} : { body }), expect: { status, error: {} } }
}

export const identities: ScenarioFile = {
  area: 'admin',
  scenarios: [
    {
      name: 'an account is made, found, replaced, patched and removed',
      profile: 'main',
      steps: [
        {
          title: 'it is made',
          ...operator,
          request: 'POST /admin/identities',
          body: {
            schema_id: 'account',
            traits: { email: '{email}' },
            metadata_public: { p: 1 },
            metadata_admin: { a: 1 },
            state: 'active',
          },
          expect: {
            status: 201,
            location: '{admin}/identities/{accountId}',
            body: {
              id: '*',
              schema_id: 'account',
              schema_url: '{public}/schemas/YWNjb3VudA',
              state: 'active',
              state_changed_at: '*Z',
              traits: { email: '{email}' },
              verifiable_addresses: [{ id: '*', value: '{email}', verified: false, via: 'email', status: 'pending' }],
              recovery_addresses: [{ id: '*', value: '{email}', via: 'email' }],
              metadata_public: { p: 1 },
              metadata_admin: { a: 1 },
              organization_id: null,
              credentials: {
                password: { type: 'password', identifiers: ['{email}'], created_at: '0001-01-01T00:00:00Z' },
                code: { type: 'code', identifiers: ['{email}'] },
              },
            },
          },
          keep: { account: '{accountId}' },
        },
        {
          title: 'it is read',
          ...operator,
          request: `GET ${one}`,
          expect: { status: 200, body: { id: '{account}', credentials, metadata_admin: { a: 1 } } },
        },
        {
          title: 'it is found by its identifier',
          ...operator,
          request: 'GET /admin/identities?credentials_identifier={%email}',
          expect: {
            status: 200,
            headers: { link: '</admin/identities?credentials_identifier=*>; rel="first"' },
            body: [{ id: '{account}', credentials }],
          },
        },
        {
          title: 'no account has the other identifier',
          ...operator,
          request: 'GET /admin/identities?credentials_identifier={%otherEmail}',
          expect: { status: 200, body: [] },
        },
        {
          title: 'it is replaced',
          ...operator,
          request: `PUT ${one}`,
          body: {
            schema_id: 'account',
            traits: { email: '{email}', name: { first: 'Ada' } },
            state: 'inactive',
            metadata_public: null,
          },
          expect: {
            status: 200,
            body: {
              state: 'inactive',
              traits: { email: '{email}', name: { first: 'Ada' } },
              metadata_public: null,
              metadata_admin: absent,
            },
          },
        },
        {
          title: 'it is patched',
          ...operator,
          request: `PATCH ${one}`,
          body: [
            { op: 'replace', path: '/state', value: 'active' },
            { op: 'add', path: '/metadata_admin', value: { b: 2 } },
          ],
          expect: { status: 200, body: { state: 'active', metadata_admin: { b: 2 } } },
        },
        refused('its id cannot be patched', `PATCH ${one}`, 400, [{ op: 'replace', path: '/id', value: 'x' }]),
        { title: 'it is removed', ...operator, request: `DELETE ${one}`, expect: { status: 204 } },
        refused('it is gone', `GET ${one}`, 404),
        refused('it cannot be removed twice', `DELETE ${one}`, 404),
      ],
    },
    {
      name: 'mistakes are refused',
      profile: 'main',
      steps: [
        account,
        refused('no address', 'POST /admin/identities', 400, { schema_id: 'account', traits: { email: 'nonsense' } }),
        refused('a trait is missing', 'POST /admin/identities', 400, { schema_id: 'account', traits: {} }),
        refused('the address is taken', 'POST /admin/identities', 409, {
          schema_id: 'account',
          traits: { email: '{email}' },
        }),
        refused('an unknown schema', 'POST /admin/identities', 400, {
          schema_id: 'nonsense',
          traits: { email: '{otherEmail}' },
        }),
        refused('an unknown key', 'POST /admin/identities', 400, {
          schema_id: 'account',
          traits: { email: '{otherEmail}' },
          nonsense: 1,
        }),
        refused('no JSON', 'POST /admin/identities', 400, '{'),
        refused('an id that is none', 'GET /admin/identities/nonsense', 404),
        refused('an unknown id', 'GET /admin/identities/{unknownId}', 404),
        refused('a replacement that is wrong', `PUT ${one}`, 400, {
          schema_id: 'account',
          traits: { email: 'nonsense' },
          state: 'active',
        }),
      ],
    },
    {
      name: 'the list comes in pages',
      profile: 'main',
      steps: [
        account,
        {
          ...account,
          title: 'another account exists',
          body: { schema_id: 'account', traits: { email: '{otherEmail}' } },
          keep: { otherAccount: '{accountId}' },
        },
        {
          title: 'the first page',
          ...operator,
          request: 'GET /admin/identities?page_size=1',
          expect: {
            status: 200,
            headers: {
              link: '</admin/identities?page_size=1&page_token=00000000-0000-0000-0000-000000000000>; rel="first",</admin/identities?page_size=1&page_token=*>; rel="next"',
            },
            body: [{ id: '*', metadata_admin: anything, credentials: absent }],
          },
        },
        {
          title: 'pages by number',
          ...operator,
          request: 'GET /admin/identities?per_page=1&page=1',
          expect: {
            status: 200,
            headers: { 'x-total-count': '*', link: '*rel="first"*rel="prev"*rel="last"*' },
            body: [{ id: '*' }],
          },
        },
        {
          title: 'two by their ids',
          ...operator,
          request: 'GET /admin/identities?ids={account}&ids={otherAccount}',
          expect: { status: 200, body: [{ id: '*' }, { id: '*' }] },
        },
        refused('a token that is none', 'GET /admin/identities?page_token=nonsense', 400),
        {
          title: 'a size of none is the usual size',
          ...operator,
          request: 'GET /admin/identities?page_size=0',
          expect: { status: 200, headers: { link: '</admin/identities?page_size=250&*' } },
        },
      ],
    },
    {
      name: 'several accounts are made at once, and each has its own outcome',
      profile: 'main',
      steps: [
        account,
        {
          title: 'a new one and one that is taken',
          ...operator,
          request: 'PATCH /admin/identities',
          body: {
            identities: [
              { create: { schema_id: 'account', traits: { email: '{otherEmail}' } }, patch_id: '{unknownId}' },
              { create: { schema_id: 'account', traits: { email: '{email}' } }, patch_id: '{otherUnknownId}' },
            ],
          },
          expect: {
            status: 200,
            body: {
              identities: [
                { action: 'create', identity: '*', patch_id: '{unknownId}' },
                { action: 'error', patch_id: '{otherUnknownId}', error: { code: 409, status: 'Conflict' } },
              ],
            },
          },
        },
        {
          title: 'none at all',
          ...operator,
          request: 'PATCH /admin/identities',
          body: { identities: [] },
          expect: { status: 200, body: { identities: [] } },
        },
      ],
    },
    {
      name: 'credentials are shown when asked for, and removed',
      profile: 'main',
      steps: [
        account,
        {
          title: 'with the hash of the password',
          ...operator,
          request: `GET ${one}?include_credential=password`,
          expect: { status: 200, body: { credentials: { password: { config: { hashed_password: '$argon2id$*' } } } } },
        },
        refused('one that is not there', `DELETE ${one}/credentials/lookup_secret`, 404),
        refused('one of an unknown kind', `DELETE ${one}/credentials/nonsense`, 404),
        { title: 'the password', ...operator, request: `DELETE ${one}/credentials/password`, expect: { status: 204 } },
      ],
    },
    {
      name: 'a hashed password can be brought along',
      profile: 'main',
      steps: [
        {
          ...account,
          body: {
            schema_id: 'account',
            traits: { email: '{email}' },
            credentials: {
              // "secret-of-old" with bcrypt.
              password: { config: { hashed_password: '$2b$04$7Gaw9wcslU7nJyI1MnC5TOBRiebc3P0GW1EUVQBuDrgC5s6IYxVUG' } },
            },
          },
        },
        {
          title: 'the app opens the login flow',
          mode: 'native',
          request: 'GET /self-service/login/api',
          expect: { status: 200 },
        },
        {
          title: 'the old password works',
          mode: 'native',
          request: 'POST /self-service/login?flow={flow}',
          body: { method: 'password', identifier: '{email}', password: 'secret-of-old' },
          expect: { status: 200, body: { session: { active: true } } },
        },
        refused('an unknown hash', 'POST /admin/identities', 400, {
          schema_id: 'account',
          traits: { email: '{otherEmail}' },
          credentials: { password: { config: { hashed_password: '$nonsense$x' } } },
        }),
      ],
    },
  ],
}
