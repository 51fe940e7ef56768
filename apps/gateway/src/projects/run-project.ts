import { setImmediate as nextTurn } from 'node:timers/promises'
import { loadGeneratedSecrets } from '@gatehouse/config/secrets'
import type { Applied, HostedOrganization, HostedProject } from '@gatehouse/control-plane/service'
import type { FetchHandler } from '@gatehouse/http/handler'
import {
  ConfigError,
  connectOrigins,
  formActionOrigins,
  parseDuration,
  trySchemas,
  type LoadedConfig,
} from '@gatehouse/identity/configuration'
import type { Organization } from '@gatehouse/identity/service'
import { otherSecrets, otherSigning } from '../data/other-secrets.ts'
import { projectFolder, secretSource } from '../data/project-databases.ts'
import { createDevtoolsInstance } from '../devtools/open-devtools.ts'
import { startFault } from '../process/start-fault.ts'
import { sharedName, shownAs, takenSessionName, type HostState, type OpenProject } from './host-state.ts'
import { openRuntime, type IdentityRuntime, type RuntimeOptions } from './identity-runtime.ts'
import { sessionNameOf, type ProjectDeployment } from './layers.ts'
import { createProjectAdmin } from './project-admin.ts'
import { readConfigFile, readProjectConfig, type ReadConfig } from './project-config.ts'
import { returnSettingOf, sessionCookieOf } from './setting-words.ts'
import { mayShareAbove, ownDomainOf, sessionNameBeside, withoutSharedSession } from './shared-session.ts'

/** Opens a project, or applies its changed configuration to the open one; refused: it stays as it was. */
export async function runProject(host: HostState, project: HostedProject): Promise<Applied> {
  const { config, log } = host
  // On SQLite nothing before this has waited: other requests get their turn before megabytes are read once more.
  await nextTurn()
  const deployment = deploymentOf(host, project)
  const sound = await read(host, project, deployment)
  if (sound.kind === 'refused') return sound
  const { loaded } = sound
  const before = host.open.get(project.id)
  const faults = await faultsOf(host, project, loaded)
  if (faults.length > 0) return { kind: 'refused', faults }
  const isGenerated = loaded.config.secrets.cipher[0]?.reveal() === deployment.secrets.cipher[0].reveal()
  const ofFile = sound.isFixed && !isGenerated ? host.configFile : undefined
  const others = otherSecrets(config, deployment, ofFile)
  if (before !== undefined && !(await before.runtime.hasSecretsOf(loaded))) return others
  const devtools = before?.devtools ?? (config.dev ? createDevtoolsInstance({ hasClock: true }) : undefined)
  const runtime = change(host, project, loaded, { devtools, messageBrand: () => mailBrand(host, project, deployment) })
  if ('faults' in runtime) return runtime
  if (before === undefined && !(await runtime.hasSecretsOf(loaded))) {
    await runtime.stop()
    return others
  }
  if (!(await runtime.signsAsBefore(loaded))) {
    log.warn({ project: project.id }, otherSigning(config, deployment, ofFile))
  }
  publishBrand(host, project)
  const clients = await show(host, project, deployment, { runtime, devtools }, loaded)
  host.open.set(project.id, { project, runtime, devtools, url: deployment.url, ...clients, config: sound })
  if (before === undefined && host.isStarted) runtime.start()
  return appliedOf(sound)
}

/** The answer for a configuration that a project runs with. */
export function appliedOf({ config, warnings, isFixed }: ReadConfig & { readonly kind: 'sound' }): Applied {
  return { kind: 'applied', config, warnings, isFixed }
}

/** An organization as the identity service knows it. */
export function asKnown({ sessionLifespan, ...one }: HostedOrganization): Organization {
  const sessionLifespanMs = sessionLifespan === undefined ? undefined : parseDuration(sessionLifespan)
  return { ...one, sessionLifespanMs }
}

function deploymentOf(host: HostState, project: HostedProject): ProjectDeployment {
  const { config, addresses } = host
  const address = addresses.addressOf(project)
  if (address.kind === 'none') throw new Error(address.why)
  const { url } = address
  const { dev, smtpUrl, database } = config
  const folder = projectFolder(config.data, project)
  const adminUrl = project.isDefault ? config.adminUrl : url
  // One OAuth2 server is one issuer: it belongs to the first project, and has the people of no other.
  const oauth2 = project.isDefault ? config.oauth2 : undefined
  const secrets = loadGeneratedSecrets(folder, secretSource(config, project))
  const applications = project.isDefault ? config.applications : undefined
  const sessionName = project.isDefault ? sessionNameOf(applications) : sessionNameBeside(sharedName(host))
  const mayShareWith = (domain: string) =>
    project.isDefault ? mayShareAbove(config, domain) : ownDomainOf(url, config) === domain
  const own = { applications, sessionName, mayShareWith }
  return { url, adminUrl, folder, secrets, database, smtpUrl, dev, oauth2, ...own }
}

async function read(
  { config, configFile, open }: HostState,
  project: HostedProject,
  deployment: ProjectDeployment,
): Promise<ReadConfig> {
  if (!project.isDefault || configFile === undefined) return readProjectConfig(project, deployment)
  const isOpen = open.has(project.id)
  try {
    return await readConfigFile(configFile, project, deployment, config, { isOpen })
  } catch (error) {
    // A start ends with the error.
    if (!isOpen) throw error
    return { kind: 'refused', faults: error instanceof ConfigError ? error.faults : [startFault(error)] }
  }
}

/** Returns the reasons why a readable configuration cannot be applied. */
async function faultsOf(host: HostState, project: HostedProject, loaded: LoadedConfig): Promise<readonly string[]> {
  const taken = takenSessionName(host, project, loaded)
  if (taken !== undefined) return [taken]
  const faults = await trySchemas(loaded.config)
  if (faults.length > 0) return faults
  const before = host.open.get(project.id)
  if (before === undefined || before.config.loaded.config.dsn === loaded.config.dsn) return []
  return ['dsn names another database, which is opened at a start alone: start again']
}

function mailBrand(host: HostState, project: HostedProject, { url }: ProjectDeployment) {
  const present = host.open.get(project.id)?.project ?? project
  const { slug, name } = shownAs(host, present)
  return host.branding.ofMails(slug, name, url.origin, present.accountExperience['mails'])
}

/** Opens the identity service of a project, or gives the open one another configuration. */
function change(
  { config, log, policy, services, open }: HostState,
  { id, isDefault }: HostedProject,
  loaded: LoadedConfig,
  own: Pick<RuntimeOptions, 'devtools' | 'messageBrand'>,
): IdentityRuntime | (Applied & { readonly kind: 'refused' }) {
  const before = open.get(id)?.runtime
  try {
    const { events, limits, rememberDeviceMs, sessionIdleMs, operatorIdleMs } = config
    // Operators are people of the first project.
    const ofSome =
      isDefault && operatorIdleMs !== undefined ? { ms: operatorIdleMs, isFor: policy.isOperator } : undefined
    const sessionIdle = { ms: sessionIdleMs, ofSome }
    const shared = { log, projectId: id, events, limits, rememberDeviceMs, sessionIdle, ...own }
    if (before === undefined) return openRuntime(loaded, services.openIdentity, shared)
    before.apply(loaded)
    return before
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return { kind: 'refused', faults: [error.message] }
  }
}

function publishBrand(host: HostState, project: HostedProject): void {
  const { brand } = project.accountExperience
  const isTree = typeof brand === 'object' && brand !== null && !Array.isArray(brand)
  host.branding.publish(shownAs(host, project).slug, isTree ? { ...brand } : {})
}

/** Puts the pages and the APIs of a project on its address. */
async function show(
  host: HostState,
  project: HostedProject,
  deployment: ProjectDeployment,
  { runtime, devtools }: Pick<OpenProject, 'runtime' | 'devtools'>,
  loaded: LoadedConfig,
) {
  const { config, configFile, services, addresses } = host
  const { url } = deployment
  const publicApi = (request: Request) => runtime.fetch(request)
  const adminApi = (request: Request) => runtime.admin(request)
  const baseUrl = deployment.adminUrl.origin
  const adminClient = services.adminClient(baseUrl, adminApi)
  const clientOver = (api: FetchHandler) => services.identityClient(url.origin, api)
  const client = clientOver(publicApi)
  const { edge, drawPage } = await host.openSite({
    publicUrl: url,
    // Only the first project answers hosts without a project.
    isNoProject: project.isDefault ? (name) => addresses.isProjectHost(name) : undefined,
    ...shownAs(host, project),
    identity: devtools?.tap(publicApi, 'public') ?? publicApi,
    // The console signs operators in without the faults of the developer tools.
    client: devtools ? clientOver(devtools.tap(publicApi, 'pages')) : client,
    devtools: devtools?.open({
      publicUrl: url,
      admin: adminClient,
      findings: project.isDefault ? host.findings : undefined,
      inspectFlow: (id) => runtime.service().inspectFlow(id),
    }),
    projectAdmin: project.isDefault
      ? undefined
      : createProjectAdmin({ admin: adminApi, projectId: project.id, policy: host.policy }),
    oauth2: deployment.oauth2,
    returnSetting: returnSettingOf(project, configFile),
    sessionCookie: sessionCookieOf(project, loaded.config, { url, config, configFile }),
    formActionOrigins: formActionOrigins(loaded.config),
    connectOrigins: connectOrigins(loaded.config),
    storedImage: (name) => host.storedImage(project.id, name),
  })
  if (project.isDefault) host.sites.setMain(edge)
  else
    host.sites.put(
      url,
      withoutSharedSession(edge, () => sharedName(host)),
    )
  return { client, adminClient, drawPage }
}
