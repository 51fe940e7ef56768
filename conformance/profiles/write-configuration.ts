import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import { withAddresses } from './locate.ts'
import type { Deployment } from './deployment.ts'
import type { ProfileId } from './profile.ts'

type Tree = Readonly<Record<string, unknown>>

const schemas = ['account.schema.json', 'rich.schema.json', 'keys.schema.json', 'reached.schema.json']
const programs = [
  'claims.jsonnet',
  'everything.jsonnet',
  'failing.jsonnet',
  'hook.jsonnet',
  'message.jsonnet',
  'text-message.jsonnet',
]

/** Writes the one kratos.yml that every engine of a profile starts from, and its schemas. Returns its path. */
export async function writeConfiguration(profile: ProfileId, deployment: Deployment): Promise<string> {
  for (const schema of schemas) await copyFile(ownFile(`schemas/${schema}`), join(deployment.folder, schema))
  for (const program of programs) await copyFile(ownFile(program), join(deployment.folder, program))
  if (deployment.tokenKeys !== undefined) await writeFile(join(deployment.folder, 'keys.json'), deployment.tokenKeys)
  const configuration = [
    await readYaml('base'),
    withAddresses(await readYaml(profile), deployment),
    placement(deployment),
  ].reduce(merge)
  const path = join(deployment.folder, 'kratos.yml')
  await writeFile(path, stringify(withIssuer(withFileUrls(configuration, deployment.folder), deployment)))
  return path
}

/** Sets the running provider for every provider of a profile. */
function withIssuer(configuration: Tree, { issuer, folder }: Deployment): Tree {
  const { selfservice } = configuration
  const { methods } = toTree(selfservice)
  const { oidc } = toTree(methods)
  const { config } = toTree(oidc)
  const { providers } = toTree(config)
  if (issuer === undefined || !Array.isArray(providers)) return configuration
  const located = providers.map(toTree).map(({ mapper_url: mapper, ...provider }) => ({
    ...provider,
    issuer_url: issuer,
    mapper_url: `file://${folder}/${String(mapper)}`,
  }))
  return merge(configuration, { selfservice: { methods: { oidc: { config: { providers: located } } } } })
}

function placement({ publicPort, adminPort, database, smtp, oauth2 }: Deployment): Tree {
  const listener = (port: number) => ({ base_url: `http://127.0.0.1:${port}/`, host: '127.0.0.1', port })
  return {
    dsn: database,
    serve: { public: listener(publicPort), admin: listener(adminPort) },
    courier: { smtp: { connection_uri: smtp } },
    ...(oauth2 !== undefined && { oauth2_provider: { url: oauth2 } }),
  }
}

function withFileUrls(configuration: Tree, folder: string): Tree {
  const identity = toTree(configuration['identity'])
  const entries: readonly unknown[] = Array.isArray(identity['schemas']) ? identity['schemas'] : []
  const located = entries.map(toTree).map((entry) => ({ ...entry, url: `file://${folder}/${String(entry['url'])}` }))
  return { ...configuration, identity: { ...identity, schemas: located } }
}

async function readYaml(name: string): Promise<Tree> {
  return toTree(parse(await readFile(ownFile(`${name}.yml`), 'utf8')))
}

function ownFile(name: string): URL {
  return new URL(name, import.meta.url)
}

/** Mappings merge key by key; lists and scalars are replaced. */
function merge(below: Tree, above: Tree): Tree {
  const merged: Record<string, unknown> = { ...below }
  for (const [key, value] of Object.entries(above)) {
    const old = merged[key]
    merged[key] = isTree(old) && isTree(value) ? merge(old, value) : value
  }
  return merged
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function toTree(value: unknown): Tree {
  return isTree(value) ? value : {}
}
