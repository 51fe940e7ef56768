import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import { withPlaces } from './locate.ts'
import type { Place } from './place.ts'
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

/** Writes the one kratos.yml that every engine of a profile starts from, and its schemas. Answers its path. */
export async function writeConfiguration(profile: ProfileId, place: Place): Promise<string> {
  for (const schema of schemas) await copyFile(ownFile(`schemas/${schema}`), join(place.folder, schema))
  for (const program of programs) await copyFile(ownFile(program), join(place.folder, program))
  if (place.tokenKeys !== undefined) await writeFile(join(place.folder, 'keys.json'), place.tokenKeys)
  const configuration = [await readYaml('base'), withPlaces(await readYaml(profile), place), placement(place)].reduce(
    merge,
  )
  const path = join(place.folder, 'kratos.yml')
  await writeFile(path, stringify(withIssuer(withFileUrls(configuration, place.folder), place)))
  return path
}

/** Every provider of a profile is the one that runs. */
function withIssuer(configuration: Tree, { issuer, folder, withoutMappers }: Place): Tree {
  const { selfservice } = configuration
  const { methods } = toTree(selfservice)
  const { oidc } = toTree(methods)
  const { config } = toTree(oidc)
  const { providers } = toTree(config)
  if (issuer === undefined || !Array.isArray(providers)) return configuration
  const located = providers.map(toTree).map(({ mapper_url: mapper, ...provider }) => ({
    ...provider,
    issuer_url: issuer,
    ...(withoutMappers !== true && { mapper_url: `file://${folder}/${String(mapper)}` }),
  }))
  return merge(configuration, { selfservice: { methods: { oidc: { config: { providers: located } } } } })
}

function placement({ publicPort, adminPort, database, smtp, oauth2 }: Place): Tree {
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
