import { generateKeyPairSync } from 'node:crypto'

import { costlySchemas } from './costly-schemas.ts'
import { at, base64, named, nested, range, type CostlyConfiguration, type CostlyRequest } from './costly.ts'

const hook = (config: object) => ({
  hook: 'web_hook',
  config: { url: 'https://hooks.example/', method: 'POST', ...config },
})
const hooks = (count: number, program: string) =>
  at('selfservice', {
    flows: { registration: { after: { hooks: range(count, () => hook({ body: base64(program) })) } } },
  })
const provider = (index: number, mapper: string) => ({
  id: `p${index}`,
  provider: 'generic',
  client_id: 'a',
  client_secret: 'b',
  issuer_url: 'https://idp.example/',
  mapper_url: base64(mapper),
})
const providers = (count: number, mapper: string) =>
  at('selfservice', {
    methods: { oidc: { enabled: true, config: { providers: range(count, (a) => provider(a, mapper)) } } },
  })
const program = '{ identity: { traits: { email: std.extVar("claims").email } } }'

/** Programs, hooks and providers. */
const ofHooks = (): readonly CostlyConfiguration[] => [
  { name: '100 web hooks', outcome: 'stored', requests: hooks(100, 'function(ctx) ctx') },
  { name: '300 web hooks', outcome: 'refused', requests: hooks(300, 'function(ctx) ctx') },
  {
    name: '10 web hooks with programs of 60 KiB',
    outcome: 'stored',
    requests: hooks(10, `function(ctx) [${'ctx,'.repeat(15_000)}]`),
  },
  { name: 'a program of 100 KiB', outcome: 'refused', requests: hooks(1, `function(ctx) [${'ctx,'.repeat(25_000)}]`) },
  {
    name: 'a program in 30,000 brackets',
    outcome: 'stored',
    requests: hooks(1, `function(ctx) ${'['.repeat(30_000)}${']'.repeat(30_000)}`),
  },
  {
    name: 'a program without an end',
    outcome: 'stored',
    requests: hooks(1, 'function(ctx) local f(x) = f(x + 1); f(0)'),
  },
  { name: '200 providers', outcome: 'stored', requests: providers(200, program) },
  { name: '400 providers', outcome: 'refused', requests: providers(400, program) },
]

const rsa = (bits: number) => generateKeyPairSync('rsa', { modulusLength: bits }).privateKey.export({ format: 'jwk' })

/** Returns templates of session tokens, and costs of hashing. */
function ofCosts(): readonly CostlyConfiguration[] {
  const [usual, short] = [rsa(4_096), rsa(1_024)]
  const keys = (count: number, key: object) =>
    base64(JSON.stringify({ keys: range(count, (kid) => ({ ...key, alg: 'RS256', kid: `k${kid}` })) }))
  const templates = (count: number, set: string) =>
    at('session', { whoami: { tokenizer: { templates: named(count, () => ({ jwks_url: set, ttl: '1m' })) } } })
  return [
    {
      name: '50 templates of tokens, each with a key of 4,096 bits',
      outcome: 'stored',
      requests: templates(50, keys(1, usual)),
    },
    { name: '8 templates with 15 keys each', outcome: 'stored', requests: templates(8, keys(15, usual)) },
    { name: '60 templates', outcome: 'refused', requests: templates(60, keys(1, usual)) },
    { name: '50 templates with short keys', outcome: 'refused', requests: templates(50, keys(1, short)) },
    {
      name: 'bcrypt of cost 16',
      outcome: 'stored',
      requests: at('hashers', { algorithm: 'bcrypt', bcrypt: { cost: 16 } }),
    },
    {
      name: 'bcrypt of cost 31',
      outcome: 'refused',
      requests: at('hashers', { algorithm: 'bcrypt', bcrypt: { cost: 31 } }),
    },
    {
      name: 'argon2 with a gibibyte, four times',
      outcome: 'stored',
      requests: at('hashers', { algorithm: 'argon2', argon2: { memory: '1GB', iterations: 4 } }),
    },
    {
      name: 'argon2 with 1,000 GB',
      outcome: 'refused',
      requests: at('hashers', { algorithm: 'argon2', argon2: { memory: '1000GB' } }),
    },
  ]
}

const mail = (text: string) => ({ email: { subject: base64('a'), body: { plaintext: text, html: text } } })
const mails = (text: string) =>
  at('courier', {
    templates: Object.fromEntries(
      ['recovery_code', 'verification_code', 'login_code'].map((name) => [name, { valid: mail(base64(text)) }]),
    ),
  })
const origins = (count: number, origin: (index: number) => string) =>
  at('serve', { public: { cors: { enabled: true, allowed_origins: range(count, origin) } } })

/** Texts, addresses, and documents as large as they may be. */
const ofTexts = (): readonly CostlyConfiguration[] => [
  { name: 'mails of 60 KiB', outcome: 'stored', requests: mails('{{ .LoginCode }}'.repeat(3_500)) },
  { name: 'mails of open brackets', outcome: 'refused', requests: mails('{{ . '.repeat(12_000)) },
  { name: 'mails of 100 KiB', outcome: 'refused', requests: mails('a'.repeat(100_000)) },
  { name: '1,000 origins with stars', outcome: 'stored', requests: origins(1_000, (a) => `https://*.o${a}.example`) },
  {
    name: 'an origin of 10,000 stars',
    outcome: 'stored',
    requests: origins(1, () => `https://${'*.'.repeat(10_000)}example`),
  },
  {
    name: '1,000 addresses to return to',
    outcome: 'stored',
    requests: at('selfservice', { allowed_return_urls: range(1_000, (a) => `https://*.o${a}.example/a`) }),
  },
  {
    name: 'an address of 400,000 letters',
    outcome: 'stored',
    requests: at('selfservice', { default_browser_return_url: `https://example.org/${'a'.repeat(400_000)} b` }),
  },
  {
    name: '14,000 unknown keys',
    outcome: 'refused',
    requests: at(
      'session',
      named(14_000, () => 1),
    ),
  },
  {
    name: '900 unknown keys that are ignored',
    outcome: 'stored',
    requests: at(
      'security',
      named(900, () => 1),
    ),
  },
  {
    name: 'an unknown key of 500,000 letters',
    outcome: 'refused',
    requests: at('session', { ['a'.repeat(500_000)]: 1 }),
  },
  {
    name: '60,000 keys',
    outcome: 'refused',
    requests: at(
      'session',
      named(60_000, () => 1),
    ),
  },
  {
    name: '400,000 items',
    outcome: 'refused',
    requests: at(
      'session',
      range(400_000, () => 1),
    ),
  },
  {
    name: '250,000 empty objects',
    outcome: 'refused',
    requests: at(
      'session',
      range(250_000, () => ({})),
    ),
  },
  {
    name: '45,000 keys',
    outcome: 'refused',
    requests: at(
      'session',
      named(45_000, () => 1),
    ),
  },
  {
    name: '60 levels',
    outcome: 'refused',
    requests: at(
      'session',
      nested(60, 1, (a) => ({ a })),
    ),
  },
  {
    name: '1,000 levels of keys',
    outcome: 'refused',
    requests: at(
      'session',
      nested(1_000, 1, (a) => ({ a })),
    ),
  },
  {
    name: '200 copies of a small part of a large document',
    outcome: 'refused',
    requests: copies(900_000, 199, '/name'),
  },
  { name: '… of a large part', outcome: 'refused', requests: copies(200_000, 199, '/services/identity/config/list') },
  {
    name: 'a document of four mebibytes, in five changes',
    outcome: 'refused',
    requests: range(5, (part) => large(part)).flat(),
  },
]

function copies(size: number, count: number, from: string): readonly CostlyRequest[] {
  const first = { op: 'add', path: '/services/identity/config/list', value: 'a'.repeat(size) }
  const others = range(count, (a) => ({ op: 'copy', from, path: `/services/identity/config/c${a}` }))
  return [{ method: 'PATCH', path: '', body: [first, ...others] }]
}

/** Hooks of almost a mebibyte, at another flow each time. */
function large(part: number): readonly CostlyRequest[] {
  const flow = ['registration', 'login', 'settings', 'recovery', 'verification'][part] ?? ''
  const bodies = range(11, () => hook({ body: base64(`function(ctx) '${'a'.repeat(60_000)}'`) }))
  return at(`selfservice/flows/${flow}`, { after: { hooks: bodies } })
}

/** Branding and organizations. */
const ofBranding = (): readonly CostlyConfiguration[] => {
  const draft = (document: unknown): readonly CostlyRequest[] => [
    { method: 'PUT', path: '/branding/brand/draft', body: { document, version: null } },
  ]
  const texts = (document: unknown): readonly CostlyRequest[] => [
    { method: 'PUT', path: '/branding/mails/draft', body: { document, version: null } },
  ]
  return [
    { name: 'a brand with 15,000 unknown names', outcome: 'stored', requests: draft(named(15_000, () => 1, 'colou')) },
    {
      name: 'a brand with 12,000 unknown colours',
      outcome: 'stored',
      requests: draft({ colors: named(12_000, () => '#zz', 'primar') }),
    },
    {
      name: 'a brand with an unknown name of 250,000 letters',
      outcome: 'stored',
      requests: draft({ ['a'.repeat(250_000)]: 1 }),
    },
    { name: 'a brand in 55 levels', outcome: 'stored', requests: draft({ texts: nested(55, 'a', (a) => ({ a })) }) },
    {
      name: 'a brand with 9,000 texts',
      outcome: 'stored',
      requests: draft({ texts: { en: { login: named(9_000, () => 'a {{b}} <c>') } } }),
    },
    {
      name: 'a brand with a text of 250,000 letters',
      outcome: 'stored',
      requests: draft({ texts: { en: { login: { title: '{{'.repeat(125_000) } } } }),
    },
    {
      name: 'mails in 9,000 languages',
      outcome: 'stored',
      requests: texts({ login_code_valid: named(9_000, () => ({ subject: 'a' })) }),
    },
    {
      name: 'a mail of 250,000 brackets',
      outcome: 'stored',
      requests: texts({ login_code_valid: { en: { subject: '{{'.repeat(125_000) } } }),
    },
    { name: 'a brand of a mebibyte', outcome: 'refused', requests: draft(named(40_000, () => 1, 'colou')) },
    {
      name: 'a brand with texts in 7,000 languages',
      outcome: 'stored',
      requests: draft({ texts: named(7_000, () => ({ login: { title: 'a' } })) }),
    },
    {
      name: 'a brand with 9,000 parts of texts',
      outcome: 'stored',
      requests: draft({ texts: { en: named(9_000, () => ({ title: 'a' })) } }),
    },
    {
      name: 'a picture of 80,000 open tags',
      outcome: 'stored',
      requests: [
        {
          method: 'POST',
          path: '/branding-assets?use=logo',
          body: `<svg xmlns="http://www.w3.org/2000/svg">${'<g '.repeat(80_000)}`,
          type: 'application/octet-stream',
        },
      ],
    },
    {
      name: 'an organization with 100 domains',
      outcome: 'stored',
      requests: [
        { method: 'POST', path: '/organizations', body: { label: 'a', domains: range(100, (a) => `o${a}.example`) } },
      ],
    },
    {
      name: 'an organization with 40,000 domains',
      outcome: 'refused',
      requests: [
        {
          method: 'POST',
          path: '/organizations',
          body: { label: 'a', domains: range(40_000, (a) => `o${a}.example`) },
        },
      ],
    },
  ]
}

/**
 * Returns configurations that a project's developer may ask to store: schemas, hooks, programs, costs, templates,
 * mails, addresses and branding, at the bounds of docs/reference/security.md and beyond them. Each call generates new keys, which
 * takes a second.
 */
export function costlyConfigurations(): readonly CostlyConfiguration[] {
  return [...costlySchemas(), ...ofHooks(), ...ofCosts(), ...ofTexts(), ...ofBranding()]
}
