/** A part of the repository, and the parts that it may import. */
export interface Layer {
  /** Its folder, without a trailing slash. */
  readonly folder: string
  /** Layers its program may import. */
  readonly may: readonly string[]
  /** Layers its tests may import besides. */
  readonly testsMay?: readonly string[]
  /** npm packages it may import; absent: those that its package.json declares. `node:` is a package here. */
  readonly npm?: readonly string[]
  /** npm packages it must never import. */
  readonly never?: readonly string[]
}

const ui = ['react', 'react-dom', 'react-router', 'i18next', 'react-i18next']

/** TABLE: the imports that each layer may have. Imports go down only; every name is a key of this table. */
// prettier-ignore
export const layers: Readonly<Record<string, Layer>> = {
  gateway:     { folder: 'apps/gateway',        may: ['account', 'console', 'client', 'identity', 'control-plane', 'http', 'config', 'i18n', 'platform', 'contract'], testsMay: ['testing'] },
  account:     { folder: 'apps/account',        may: ['client', 'flow-form', 'design', 'font', 'i18n', 'contract'], testsMay: ['testing', 'identity'] },
  cli:         { folder: 'apps/cli',            may: ['client', 'transfer', 'config', 'i18n', 'contract'], testsMay: ['testing'] },
  console:     { folder: 'apps/console',        may: ['client', 'transfer', 'flow-form', 'design', 'font', 'i18n', 'contract'] },
  client:      { folder: 'packages/client',     may: ['contract'], testsMay: ['testing'], never: ui },
  transfer:    { folder: 'packages/transfer',   may: ['client', 'contract'], testsMay: ['testing'], never: ui },
  identity:    { folder: 'packages/identity',   may: ['platform', 'i18n', 'contract'], testsMay: ['testing'], never: [...ui, '@ory/client-fetch'] },
  'control-plane': { folder: 'packages/control-plane', may: ['platform', 'transfer', 'client', 'contract'], testsMay: ['testing'], never: ui },
  platform:    { folder: 'packages/platform',   may: [], testsMay: ['testing'], never: ui },
  http:        { folder: 'packages/http',       may: ['platform', 'contract'], testsMay: ['testing'], never: ui },
  config:      { folder: 'packages/config',     may: ['platform', 'contract'], testsMay: ['testing'], never: ui },
  'flow-form': { folder: 'packages/flow-form',  may: ['contract', 'design'], npm: ['react', 'react-dom'] },
  design:      { folder: 'packages/design',     may: [], npm: ['react', 'react-dom', 'cookie'] },
  font:        { folder: 'packages/font',       may: [] },
  i18n:        { folder: 'packages/i18n',       may: ['contract'] },
  contract:    { folder: 'packages/contract',   may: [], npm: ['zod', 'zod-openapi'] },
  // Installed by other people's applications: nothing of this repository comes along.
  session:     { folder: 'packages/session',    may: [], npm: ['jose', 'node:'], testsMay: ['testing'] },
  react:       { folder: 'packages/react',      may: [], testsMay: ['session'], npm: ['react'], never: ['react-dom', 'node:'] },
  testing:     { folder: 'packages/testing',    may: ['contract'] },
  conformance: { folder: 'conformance',         may: ['contract', 'client', 'identity', 'testing', 'config'] },
  e2e:         { folder: 'e2e',                 may: ['console', 'contract', 'testing'] },
  'docs-site': { folder: 'docs-site',           may: ['contract', 'design'] },
  gallery:     { folder: 'gallery',             may: ['flow-form', 'design', 'font', 'i18n', 'contract'] },
  examples:    { folder: 'examples',            may: ['session', 'react', 'flow-form', 'design', 'contract'], testsMay: ['testing'] },
  bench:       { folder: 'bench',               may: ['contract', 'client', 'platform', 'testing'] },
  tooling:     { folder: 'tooling',             may: ['cli', 'console', 'contract', 'i18n', 'config', 'identity', 'control-plane', 'docs-site', 'testing'] },
}

/** Returns the layer a file belongs to. */
export function layerOf(path: string): string | undefined {
  return Object.entries(layers).find(([, { folder }]) => path.startsWith(`${folder}/`))?.[0]
}
