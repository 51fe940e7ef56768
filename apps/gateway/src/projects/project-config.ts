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
import { applicationLists, applicationListsOf, outweighed, sharedName } from './application-lists.ts'
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
      /** As the control plane shows and keeps it. */
      readonly config: ConfigTree
      /** What holds, and where it comes from. */
      readonly effective: EffectiveConfig
      readonly warnings: readonly string[]
      readonly isFixed: boolean
    }
  | { readonly kind: 'refused'; readonly faults: readonly string[] }

/** Reads what the control plane has for a project; a new one gets the built-in configuration. */
export async function readProjectConfig(project: HostedProject, deployment: ProjectDeployment): Promise<ReadConfig> {
  // First of all: to copy and to search it takes as long as to read it.
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
  const tree = mergeTrees(withReturnUrls([base, settings, config].reduce(mergeTrees), deployment), host)
  try {
    const loaded = await parseIdentityConfig(tree, {
      baseDir: deployment.folder,
      // A project may be given the operator's own mail server, and name no other one of this network.
      trustsMailServer: (uri) => uri === deployment.smtpUrl?.reveal(),
    })
    const layers = [
      ['settings', host],
      ['project', config],
      ['settings', settings],
      ['host', base],
    ] as const
    const effective = {
      settings: effectiveConfig(loaded, layers),
      applications: applicationLists(deployment, config, project.corsPublic),
    }
    const all = [...warnings, ...loaded.warnings, ...outweighed(deployment, config)]
    return { kind: 'sound', loaded, config, effective, warnings: all, isFixed: false }
  } catch (error) {
    if (error instanceof ConfigError) return { kind: 'refused', faults: error.faults }
    throw error
  }
}

/** Session tokens of the settings that nothing can sign yet. */
function missingKeys({ applications }: ProjectDeployment): readonly string[] {
  return (applications?.sessionTokens ?? [])
    .filter(({ keys }) => !existsSync(keys))
    .map(
      ({ name, keys }) =>
        `session_tokens: ${name} has no keys, there is no file ${keys}; make them with: gatehouse keys create ${name}`,
    )
}

/**
 * Reads the kratos.yml that the operator named for the first project. The file stays what counts: a change that comes
 * from another source is refused. Throws a ConfigError for a file that cannot be used.
 */
export async function readConfigFile(
  file: string,
  project: HostedProject,
  deployment: ProjectDeployment,
  installation: Config,
): Promise<ReadConfig> {
  const document = await readIdentityTree(file)
  const { config } = withoutHostKeys(document)
  const wanted = project.identityConfig
  if (wanted !== undefined && JSON.stringify(wanted) !== JSON.stringify(config)) {
    return { kind: 'refused', faults: [`services.identity.config comes from ${file}; change it there and start again`] }
  }
  // Wherever the file was written for, visitors reach the service through this gateway.
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
  const warnings = [...loaded.warnings, ...twins.warnings, ...consoleCounts(document, project)]
  const effective = {
    settings: effectiveConfig(loaded, [['file', config]]),
    applications: applicationListsOf(document, 'file'),
  }
  return { kind: 'sound', loaded, config, effective, warnings, isFixed: true }
}

/** A file that names no secrets has those of the installation: what it seals is opened after a restart as well. */
async function secretsBelow(file: string, { secrets }: ProjectDeployment): Promise<ConfigTree> {
  return (await namesSecrets(file)) ? {} : { secrets: secretsOf(secrets) }
}

/** Origins that the console names take the place of those of the file. */
function consoleCounts(document: unknown, { corsPublic }: HostedProject): readonly string[] {
  const named = applicationListsOf(document, 'file').cors_origins.map(({ value }) => value)
  if (!corsPublic.enabled || named.length === 0) return []
  return [
    `serve.public.cors has no effect: the origins that the console names count (${corsPublic.origins.join(', ')})`,
  ]
}
