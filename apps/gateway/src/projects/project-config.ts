import { existsSync } from 'node:fs'

import { processEnvironment, type Config } from '@gatehouse/config/config'
import type { ConfigTree, EffectiveConfig, HostedProject } from '@gatehouse/control-plane/service'
import {
  ConfigError,
  loadIdentityConfig,
  mergeTrees,
  parseIdentityConfig,
  readIdentityTree,
  sizeFaults,
  type LoadedConfig,
} from '@gatehouse/identity/configuration'
import { accountsDsn, namesSecrets } from '../data/accounts-dsn.ts'
import { applicationLists, applicationListsOf, sharedName, withoutOutweighed } from './application-lists.ts'
import { effectiveConfig } from './effective-config.ts'
import { foreignDocuments, withoutHostKeys } from './host-keys.ts'
import {
  baseLayer,
  corsOf,
  hostLayer,
  initialConfig,
  secretsOf,
  settingsBelow,
  settingsLayer,
  withReturnUrls,
  type ProjectDeployment,
} from './layers.ts'
import { misplacedPages } from './page-addresses.ts'
import { compareTwins } from './twins.ts'

/** A project's configuration, read. */
export type ReadConfig =
  | {
      readonly kind: 'sound'
      readonly loaded: LoadedConfig
      /** The configuration as the control plane shows and stores it. */
      readonly config: ConfigTree
      /** The effective values, each with its source. */
      readonly effective: EffectiveConfig
      readonly warnings: readonly string[]
      readonly isFixed: boolean
    }
  | { readonly kind: 'refused'; readonly faults: readonly string[] }

/** Reads the control plane's configuration of a project; a new one gets the built-in configuration. */
export async function readProjectConfig(project: HostedProject, deployment: ProjectDeployment): Promise<ReadConfig> {
  // First of all: copying and searching it takes as long as reading it.
  const tooLarge = sizeFaults(project.identityConfig ?? {})
  if (tooLarge.length > 0) return { kind: 'refused', faults: tooLarge }
  const { config, warnings } = withoutHostKeys(
    project.identityConfig ?? initialConfig(deployment.dev),
    deployment.mayShareWith,
  )
  const faults = [...foreignDocuments(config), ...missingKeys(deployment)]
  if (faults.length > 0) return { kind: 'refused', faults }
  const base = baseLayer({ ...deployment, ...sharedName(deployment, config) }, project.name)
  const settings = settingsLayer(deployment)
  const host = hostLayer(deployment, project)
  const own = withoutOutweighed(deployment, config)
  const tree = mergeTrees(withReturnUrls([base, settings, own.config].reduce(mergeTrees), deployment), host)
  try {
    const loaded = await parseIdentityConfig(tree, {
      baseDir: deployment.folder,
      // A project may be given the operator's own mail server, and name no other one of this network.
      trustsMailServer: (uri) => uri === deployment.smtpUrl?.reveal(),
    })
    const layers = [
      ['settings', host],
      ['project', own.config],
      ['settings', settings],
      ['host', base],
    ] as const
    const effective = {
      settings: effectiveConfig(loaded, layers),
      applications: applicationLists(deployment, config, project.corsPublic),
    }
    const all = [...warnings, ...loaded.warnings, ...own.warnings]
    return { kind: 'sound', loaded, config, effective, warnings: all, isFixed: false }
  } catch (error) {
    if (error instanceof ConfigError) return { kind: 'refused', faults: error.faults }
    throw error
  }
}

/** Returns the settings' session tokens whose keys do not exist yet. */
function missingKeys({ applications }: ProjectDeployment): readonly string[] {
  return (applications?.sessionTokens ?? [])
    .filter(({ keys }) => !existsSync(keys))
    .map(
      ({ name, keys }) =>
        `session_tokens: ${name} has no keys, there is no file ${keys}; make them with: gatehouse keys create ${name}`,
    )
}

/**
 * Reads the kratos.yml that the operator named for the first project. The file stays authoritative: it replaces what an
 * earlier start without it stored, and a change of the open project from another source is refused. Throws a ConfigError
 * for a file that cannot be used.
 */
export async function readConfigFile(
  file: string,
  project: HostedProject,
  deployment: ProjectDeployment,
  installation: Config,
  { isOpen = false } = {},
): Promise<ReadConfig> {
  const document = await readIdentityTree(file)
  const { config } = withoutHostKeys(document)
  const isOther =
    project.identityConfig !== undefined && JSON.stringify(project.identityConfig) !== JSON.stringify(config)
  if (isOther && isOpen) {
    return { kind: 'refused', faults: [`services.identity.config comes from ${file}; change it there and start again`] }
  }
  // Visitors reach the service through this gateway, whatever address the file was written for.
  const cors = project.corsPublic.enabled ? { cors: corsOf(project.corsPublic) } : {}
  const serve = {
    public: { base_url: deployment.url.origin, ...cors },
    admin: { base_url: deployment.adminUrl.origin },
  }
  const env = processEnvironment()
  const twins = compareTwins(await readIdentityTree(file, { env }), installation)
  if (twins.faults.length > 0) throw new ConfigError(twins.faults, `The identity configuration ${file}`)
  const dsn = await accountsDsn(file, deployment)
  const loaded = await loadIdentityConfig(file, {
    dev: deployment.dev,
    env,
    below: mergeTrees(settingsBelow(deployment), await secretsBelow(file, deployment)),
    overrides: { serve, dsn },
  })
  const misplaced = misplacedPages(loaded.config, deployment.url.origin)
  if (misplaced.length > 0) throw new ConfigError(misplaced, `The identity configuration ${file}`)
  const replaced = isOther ? [`${file} replaces the configuration that was stored; its revisions still have that`] : []
  const warnings = [...replaced, ...loaded.warnings, ...twins.warnings, ...consoleCounts(document, project)]
  const effective = {
    settings: effectiveConfig(loaded, [['file', config]]),
    applications: applicationListsOf(document, 'file'),
  }
  return { kind: 'sound', loaded, config, effective, warnings, isFixed: true }
}

/**
 * Returns the installation's secrets for a file without any: values that it seals can be opened after a restart as
 * well.
 */
async function secretsBelow(file: string, { secrets }: ProjectDeployment): Promise<ConfigTree> {
  return (await namesSecrets(file)) ? {} : { secrets: secretsOf(secrets) }
}

/** Returns a warning if the console's origins replace those of the file. */
function consoleCounts(document: unknown, { corsPublic }: HostedProject): readonly string[] {
  const named = applicationListsOf(document, 'file').cors_origins.map(({ value }) => value)
  if (!corsPublic.enabled || named.length === 0) return []
  return [
    `serve.public.cors has no effect: the origins that the console names count (${corsPublic.origins.join(', ')})`,
  ]
}
