import { expect, test } from 'vitest'

import { personDocument } from '../identities/schema.fixture.ts'
import { ConfigError, parseIdentityConfig } from '../load-configuration.ts'
import { connectOrigins, formActionOrigins } from '../strategies/oidc/page-origins.ts'
import type { ConfigTree } from './unsupported.ts'

const load = (providers: readonly ConfigTree[], dev = false) =>
  parseIdentityConfig({
    dev,
    serve: { public: { base_url: 'https://auth.example.org' } },
    dsn: 'memory',
    identity: {
      schemas: [{ id: 'default', url: `base64://${Buffer.from(JSON.stringify(personDocument)).toString('base64')}` }],
    },
    secrets: { default: ['a-secret-of-sixteen'] },
    selfservice: { methods: { oidc: { enabled: true, config: { providers } } } },
  })

const generic = { id: 'corp', provider: 'generic', client_id: 'id', client_secret: 'x', issuer_url: 'https://idp.test' }

async function faultsOf(provider: ConfigTree, dev = false): Promise<readonly string[]> {
  const error = await load([provider], dev).catch((thrown: unknown) => thrown)
  return error instanceof ConfigError ? error.faults : []
}

test.each([
  ['an unknown kind', { ...generic, provider: 'nope' }, '.provider "nope" is unknown'],
  ['no addresses', { ...generic, provider: 'jackson' }, '.token_url is missing'],
  [
    "another kind's subject",
    { ...generic, subject_source: 'me' },
    '.subject_source "me" is only for the kind microsoft',
  ],
  ['no issuer', { ...generic, issuer_url: undefined }, '.issuer_url is missing'],
  [
    'a plain token address',
    { ...generic, token_url: 'http://idp.test/token' },
    '.token_url has to begin with https://',
  ],
  ['no tenant', { ...generic, provider: 'microsoft', issuer_url: undefined }, '.microsoft_tenant is missing'],
  ['no key', { id: 'apple', provider: 'apple', client_id: 'x' }, '.apple_team_id is missing'],
  ['no client secret', { id: 'github', provider: 'github', client_id: 'x' }, '.client_secret is missing'],
  [
    'an account chooser without id tokens',
    { id: 'github', provider: 'github', client_id: 'x', client_secret: 'y', fedcm_config_url: 'https://x.test/f' },
    '.fedcm_config_url needs a provider with id tokens',
  ],
  [
    'a plain account chooser',
    { ...generic, fedcm_config_url: 'http://idp.test/f' },
    '.fedcm_config_url has to begin with https://',
  ],
  [
    'an account chooser of netID without origin',
    { id: 'netid', provider: 'netid', client_id: 'x', fedcm_config_url: 'https://x.test/f' },
    '.net_id_token_origin_header is missing',
  ],
  ['an organization that is no UUID', { ...generic, organization_id: 'acme' }, '.organization_id is no UUID'],
  ['a colon in its id', { ...generic, id: 'a:b' }, '.id "a:b" has to consist of'],
  ['a misspelt key', { ...generic, client_name: 'x' }, '.client_name is unknown'],
])('a provider with %s is a fault that names its key', async (_what, provider, fault) => {
  expect(await faultsOf(provider)).toContainEqual(
    expect.stringContaining(`selfservice.methods.oidc.config.providers.0${fault}`),
  )
})

test('plain http is for a provider on this machine, in development, and for addresses at the issuer’s own host', async () => {
  const remote = { ...generic, token_url: 'http://10.0.0.1:4444/token' }
  expect(await faultsOf({ ...generic, token_url: 'http://127.0.0.1:4444/token' }, true)).toEqual([])
  expect(await faultsOf(remote, true)).not.toEqual([])
  expect(await faultsOf({ ...remote, issuer_url: 'http://10.0.0.1:4444' })).toEqual([])
})

test('an id belongs to one provider', async () => {
  await expect(load([generic, generic])).rejects.toThrow('"corp" is used twice')
})

test('forms may lead to every provider and return address', async () => {
  const github = { id: 'github', provider: 'github', client_id: 'x', client_secret: 'y' }
  const microsoft = { id: 'ms', provider: 'microsoft', client_id: 'x', microsoft_tenant: 'common' }
  const google = { id: 'google', provider: 'google', client_id: 'x', fedcm_config_url: 'https://accounts.google.com/f' }
  const { config } = await load([generic, github, microsoft])
  expect(connectOrigins(config)).toEqual([])
  expect(connectOrigins((await load([google])).config)).toEqual(['https://accounts.google.com'])
  expect(formActionOrigins(config)).toEqual([
    'https://idp.test',
    'https://github.com',
    'https://login.microsoftonline.com',
    'https://auth.example.org',
  ])
})

test('an issuer without TLS is a warning outside of development mode, none in it', async () => {
  const plain = { ...generic, issuer_url: 'http://127.0.0.1:4444' }
  const { config, warnings } = await load([plain])
  expect(config.selfservice.methods.oidc.providers[0]?.issuerUrl).toBe('http://127.0.0.1:4444')
  expect(warnings).toEqual([expect.stringContaining('providers.0.issuer_url begins with http://')])
  await expect(load([{ ...plain, token_url: 'http://elsewhere.test/t' }])).rejects.toThrow('.token_url has to begin')
})
