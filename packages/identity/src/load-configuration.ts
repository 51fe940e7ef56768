import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

import { parse } from 'yaml'
import type { z } from 'zod'

import { plainWords } from '@gatehouse/platform/http'

import type { IdentityConfig, SchemaConfig } from './configuration/config.ts'
import { corsWarnings } from './configuration/cors.ts'
import { loadCourier } from './courier/load-courier.ts'
import { environmentWarnings, withEnvironment } from './configuration/environment.ts'
import { configFile, type ConfigFile } from './configuration/file.ts'
import { loadHooks } from './configuration/hooks.ts'
import { improvementsThatAre } from './configuration/improvements.ts'
import { loadOrganizations } from './configuration/organizations.ts'
import { hasRelyingParty, relyingPartyFaults } from './configuration/relying-party.ts'
import { loadOidc } from './strategies/oidc/load-providers.ts'
import { reachOfServices } from './outbound/reach.ts'
import { absoluteDsn, improvedValues, outboundOf, resolveConfig } from './configuration/resolve.ts'
import { isFar } from './configuration/far-text.ts'
import { loadSchemaDocument, type DocumentOrigin } from './configuration/schema-document.ts'
import { resolveSecrets } from './configuration/secrets.ts'
import { countFaults, sizeFaults } from './configuration/size-faults.ts'
import { settledValues, type SettledValues } from './configuration/settled.ts'
import { readAsReference } from './configuration/reference-reading.ts'
import { loadTokenizer } from './configuration/tokenizer.ts'
import { createAdvice, removeUnknown, type Advice } from './configuration/unknown-keys.ts'
import { isTree, removeUnsupported, type ConfigTree } from './configuration/unsupported.ts'

/** `overrides` precede `env`, and both the file, which precedes `below`; `dev` precedes all of them. */
export interface ConfigOptions {
  /** Relative `sqlite://` paths start here. Default: the working directory. */
  readonly baseDir?: string
  /**
   * Relative `file://` addresses start here, as in Ory Kratos, and only then at `baseDir`. Default: `baseDir`; for a
   * file, the working directory.
   */
  readonly workingDir?: string
  /** Development mode; it overrides the file's `dev`. */
  readonly dev?: boolean
  /** Variables in Kratos' style; they override the file: pass the process's environment. Default: none. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** A tree in the file's own format; it overrides the file and the environment. */
  readonly overrides?: ConfigTree
  /** A tree in the file's own format with defaults for keys that nothing else sets, such as the database. */
  readonly below?: ConfigTree
  /**
   * Checks by its connection URI that the operator chose the mail server, which may then be in a private network
   * regardless of `clients.http`. Default: true for a file; false for an object.
   */
  readonly trustsMailServer?: (connectionUri: string) => boolean
  /**
   * True if this service may answer better than Ory Kratos (`improvements.ts`). Default: false for a file, which is the
   * operator's own; true for an object.
   */
  readonly improves?: boolean
}

/** A configuration, with the lines for the operator at start. */
export interface LoadedConfig {
  readonly config: IdentityConfig
  readonly warnings: readonly string[]
  /** The values in force, in the file's own terms. */
  readonly settled: SettledValues
}

/** A configuration that cannot be used; `faults` has one line per fault, each beginning with the key's path. */
export class ConfigError extends Error {
  readonly faults: readonly string[]
  constructor(faults: readonly string[], source = 'The identity configuration') {
    super(`${source} cannot be used:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
    this.faults = faults
  }
}

/** Reads a kratos.yml (or .json) file. Relative databases start at its folder, `file://` at the working directory. */
export async function loadIdentityConfig(file: string, options: ConfigOptions = {}): Promise<LoadedConfig> {
  const path = resolve(file)
  return parseIdentityConfig(await readText(path), {
    baseDir: dirname(path),
    workingDir: process.cwd(),
    trustsMailServer: () => true,
    improves: false,
    ...options,
  })
}

/**
 * Reads the keys of a file, with the variables applied: without defaults, without fetching anything, and checked only
 * for being a tree. Throws a ConfigError.
 */
export async function readIdentityTree(
  file: string,
  { env = {} }: Pick<ConfigOptions, 'env'> = {},
): Promise<ConfigTree> {
  return withEnvironment(readDocument(await readText(resolve(file))), env)
}

/**
 * Returns the `dsn` of a file, or of a variable over it; undefined: neither has one. A program without network can use
 * it to find the data. Throws a ConfigError.
 */
export async function loadDsn(file: string, options: Pick<ConfigOptions, 'env'> = {}): Promise<string | undefined> {
  const { dsn } = await readIdentityTree(file, options)
  const result = configFile.pick({ dsn: true }).safeParse({ dsn }, { error: plainWords })
  if (!result.success) throw new ConfigError(result.error.issues.flatMap((issue) => faultLines(issue)))
  return result.data.dsn === undefined ? undefined : absoluteDsn(result.data.dsn, dirname(resolve(file)))
}

function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((cause: unknown) => {
    throw new Error(`The identity configuration ${path} cannot be read`, { cause })
  })
}

/** Parses a kratos.yml: YAML or JSON text, or the parsed object. Throws a ConfigError. */
export async function parseIdentityConfig(
  source: string | ConfigTree,
  options: ConfigOptions = {},
): Promise<LoadedConfig> {
  const baseDir = options.baseDir ?? process.cwd()
  const document = typeof source === 'string' ? readDocument(source) : source
  const isOwn = options.improves === false
  const { file, warnings } = checkedFile(document, options, isOwn)
  const tooMany = countFaults(file)
  if (tooMany.length > 0) throw new ConfigError(tooMany)
  const found: string[] = []
  const note = (text: string): void => void found.push(text)
  const origin = {
    baseDir,
    workingDir: options.workingDir ?? baseDir,
    note,
    reachOf: reachOfServices(outboundOf(file)),
    far: { texts: [], silent: new Set<string>() },
  }
  const schemas = await loadSchemas(file, origin)
  const secrets = resolveSecrets(file)
  const hooks = await loadHooks(file.selfservice, origin)
  const providers = await loadOidc(file, origin, isOwn)
  const { organizations, faults: organizationFaults } = loadOrganizations(file)
  const courier = await loadCourier(file.courier, origin)
  const tokenizer = await loadTokenizer(file.session.whoami.tokenizer, origin)
  const relyingParties = relyingPartiesOf(file, isOwn)
  const faults = [
    ...schemas.faults,
    ...secrets.faults,
    ...hooks.faults,
    ...providers.faults,
    ...organizationFaults,
    ...tokenizer.faults,
    ...courier.faults,
    ...contradictions(file),
    ...relyingParties.flatMap((one) => one.faults),
  ]
  const { dsn } = file
  if (dsn === undefined) faults.push(dsnMissing)
  if (dsn === undefined || faults.length > 0) throw new ConfigError(faults)
  const config = resolveConfig(file, {
    schemas: schemas.schemas,
    farTexts: origin.far.texts,
    secrets: secrets.secrets,
    loaded: providers.methods,
    organizations,
    tokenizer: tokenizer.templates,
    webHooks: hooks.webHooks,
    migrateHook: hooks.migrateHook,
    courier,
    trustsMailServer: options.trustsMailServer ?? (() => false),
    dsn: absoluteDsn(dsn, baseDir),
    improvements: improvementsThatAre(options.improves ?? true),
  })
  return {
    config,
    settled: { ...settledValues(file), ...improvedValues(config) },
    warnings: [
      ...warnings,
      ...environmentWarnings(document, options.env ?? {}),
      ...schemas.warnings,
      ...found,
      ...hooks.warnings,
      ...secrets.warnings,
      ...providers.warnings,
      ...relyingParties.flatMap((one) => one.warnings),
      ...methodWarnings(file),
      ...corsWarnings('public', file.serve.public.cors),
      ...corsWarnings('admin', file.serve.admin.cors),
    ],
  }
}

/** Checks the settings of a document one by one. Throws a ConfigError. */
function checkedFile(
  document: ConfigTree,
  options: ConfigOptions,
  isOwn: boolean,
): { readonly file: ConfigFile; readonly warnings: readonly string[] } {
  const named = withEnvironment(mergeTrees(options.below ?? {}, document), options.env ?? {})
  const merged = mergeTrees(named, options.overrides ?? {})
  const tooLarge = sizeFaults(merged)
  if (tooLarge.length > 0) throw new ConfigError(tooLarge)
  // One copy for all steps: copying a large document takes longer than checking it.
  const tree = structuredClone(merged)
  const advice = createAdvice()
  const warnings = [
    ...removeUnsupported(tree),
    ...readAsReference(tree, isOwn),
    ...removeUnknown(tree, advice, configFile.safeParse(tree).error?.issues ?? []),
  ]
  const result = configFile.safeParse(options.dev === undefined ? tree : { ...tree, dev: options.dev }, {
    error: plainWords,
  })
  if (!result.success) throw new ConfigError(result.error.issues.flatMap((issue) => faultLines(issue, advice)))
  return { file: result.data, warnings }
}

const dsnMissing =
  'dsn is missing: name where accounts are, as in sqlite:///data/identity.sqlite or postgres://user:password@host/database'

function readDocument(text: string): ConfigTree {
  let document: unknown
  try {
    document = parse(text, { merge: true })
  } catch (cause) {
    // Without the lines that the parser quotes, which may hold secrets.
    const [why = ''] = (cause instanceof Error ? cause.message : String(cause)).split('\n')
    throw new ConfigError([`is neither YAML nor JSON: ${why.replace(/:$/, '')}`])
  }
  if (!isTree(document)) throw new ConfigError(['has to be a mapping of keys, as in Kratos’ kratos.yml'])
  return document
}

/** Merges mappings key by key; lists and scalars of the upper tree replace those of the lower one. */
export function mergeTrees(below: ConfigTree, above: ConfigTree): ConfigTree {
  const merged: Record<string, unknown> = { ...below }
  for (const [key, value] of Object.entries(above)) {
    if (value === undefined) continue
    const old = Object.hasOwn(merged, key) ? merged[key] : undefined
    merged[key] = isTree(old) && isTree(value) ? mergeTrees(old, value) : value
  }
  return merged
}

function faultLines(issue: z.core.$ZodIssue, advice: Advice = createAdvice()): readonly string[] {
  const path = issue.path.map(String)
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `${[...path, key].join('.')} is unknown; ${advice(path, key)}`)
  }
  return [`${path.join('.') || 'the document'} ${issue.message}`]
}

async function loadSchemas(file: ConfigFile, origin: DocumentOrigin) {
  const faults: string[] = []
  const warnings: string[] = []
  const schemas: SchemaConfig[] = []
  for (const [index, { id, url, selfservice_selectable: selfserviceSelectable }] of file.identity.schemas.entries()) {
    const path = `identity.schemas.${index}`
    if (schemas.some((schema) => schema.id === id)) {
      warnings.push(`${path}.id "${id}" is used twice: the first one counts`)
      continue
    }
    try {
      const loaded = await loadSchemaDocument(`${path}.url (schema "${id}")`, url, origin)
      const document = isFar(loaded) ? { document: {}, far: loaded } : { document: loaded }
      schemas.push({ id, ...document, selfserviceSelectable })
    } catch (error) {
      faults.push(`${path}.url (schema "${id}") ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  if (!file.identity.schemas.some(({ id }) => id === file.identity.default_schema_id)) {
    const ids = file.identity.schemas.map((schema) => schema.id).join(', ')
    warnings.push(
      `identity.default_schema_id "${file.identity.default_schema_id}" is no id of identity.schemas: no one can sign up, and accounts without a schema_id cannot be created, until it is one of ${ids}`,
    )
  }
  return { schemas, faults, warnings }
}

function contradictions(file: ConfigFile): readonly string[] {
  const faults: string[] = []
  const secure = file.session.cookie.secure ?? file.cookies.secure ?? !file.dev
  if ((file.session.cookie.same_site ?? file.cookies.same_site) === 'None' && !secure) {
    faults.push('session.cookie.same_site None needs secure cookies: browsers drop it otherwise')
  }
  // RFC 6265bis, 4.1.3: a browser drops a cookie without the attributes that its name requires; no sign-in would work.
  const { name } = file.session.cookie
  const isForHost = /^__host-/i.test(name)
  if ((isForHost || /^__secure-/i.test(name)) && !secure) {
    faults.push(`session.cookie.name "${name}" needs secure cookies: browsers drop it otherwise`)
  }
  const isShared = (file.session.cookie.domain ?? file.cookies.domain) !== undefined
  const isBelowPath = (file.session.cookie.path ?? file.cookies.path ?? '/') !== '/'
  if (isForHost && (isShared || isBelowPath)) {
    faults.push(`session.cookie.name "${name}" allows no domain, and no path but /: browsers drop it otherwise`)
  }
  return faults
}

function relyingPartiesOf(file: ConfigFile, isOwn: boolean) {
  return Object.entries(file.selfservice.methods).flatMap(([name, method]) =>
    hasRelyingParty(method) ? [relyingPartyFaults(name, method, isOwn)] : [],
  )
}

function methodWarnings(file: ConfigFile): readonly string[] {
  const { flows, methods } = file.selfservice
  return (['recovery', 'verification'] as const)
    .filter((kind) => flows[kind].enabled && !methods[flows[kind].use].enabled)
    .map((kind) => {
      const { use } = flows[kind]
      return `selfservice.flows.${kind}.use is ${use}, but selfservice.methods.${use} is off: no one can use the flow`
    })
}
