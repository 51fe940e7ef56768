import type { AdminClient } from '@gatehouse/client/admin-client'
import type { IdentityClient } from '@gatehouse/client/client'
import type { Config } from '@gatehouse/config/config'
import type { BrandingFile, HostedProject } from '@gatehouse/control-plane/service'
import type { LoadedConfig } from '@gatehouse/identity/configuration'
import type { Log } from '@gatehouse/platform/log'
import type { Branding } from '../branding/branding.ts'
import type { DevtoolsInstance } from '../devtools/open-devtools.ts'
import type { DrawPage } from '../devtools/preview/draw-page.ts'
import type { Finding } from '../process/finding.ts'
import type { OpenSite } from '../sites/site.ts'
import type { Addresses } from './addresses.ts'
import type { EmbeddedServices } from './embedded-services.ts'
import type { IdentityRuntime } from './identity-runtime.ts'
import type { AdminPolicy } from './project-admin.ts'
import type { ReadConfig } from './project-config.ts'
import { sharedNameOf } from './shared-session.ts'
import type { SiteTable } from './site-table.ts'

/** A project on the air. */
export interface OpenProject {
  readonly project: HostedProject
  readonly runtime: IdentityRuntime
  readonly url: URL
  /** Its public API, called as a function. */
  readonly client: IdentityClient
  readonly adminClient: AdminClient
  /** Absent outside development mode. */
  readonly devtools: DevtoolsInstance | undefined
  /** Draws its pages with another brand. */
  readonly drawPage: DrawPage
}

/** The dependencies of the project host. */
export interface ProjectHostDeps {
  readonly config: Config
  /** A kratos.yml for the first project; absent: the control plane has its configuration. */
  readonly configFile: string | undefined
  readonly log: Log
  readonly openSite: OpenSite
  readonly services: EmbeddedServices
  /** The brand for mails; pages get it from `openSite`. */
  readonly branding: Branding
  /** Returns a picture or font that was stored for a project. */
  readonly storedImage: (projectId: string, name: string) => Promise<BrandingFile | undefined>
  readonly policy: AdminPolicy
  /** Runs the installation's checks, for its developer tools. */
  readonly findings: () => Promise<readonly Finding[]>
}

/** A project on the air, with the configuration that it runs with. */
export type ConfiguredProject = OpenProject & { readonly config: ReadConfig & { readonly kind: 'sound' } }

/** The projects of a host, and what they have in common. */
export interface HostState extends ProjectHostDeps {
  readonly addresses: Addresses
  readonly open: Map<string, ConfiguredProject>
  readonly sites: SiteTable
  /** Whether background work runs. */
  isStarted: boolean
}

/** Returns the project at the public origin, once it is open. */
export function mainProject({ open }: Pick<HostState, 'open'>): ConfiguredProject | undefined {
  return [...open.values()].find(({ project }) => project.isDefault)
}

/** Returns the name and the brand of a project. */
export function shownAs({ config }: Pick<HostState, 'config'>, { isDefault, name, slug }: HostedProject) {
  return isDefault ? { name: config.brandName, slug: undefined } : { name, slug }
}

/** Returns the name of the cookie that browsers send to other projects as well: the first one's shared session. */
export function sharedName(host: Pick<HostState, 'open'>): string | undefined {
  const main = mainProject(host)
  return main && sharedNameOf(main.config.loaded.config)
}

/** Returns the reason why a session name cannot be used: browsers would send the first project's session instead. */
export function takenSessionName(
  host: Pick<HostState, 'open'>,
  { isDefault }: HostedProject,
  { config }: LoadedConfig,
): string | undefined {
  if (!isDefault) {
    if (config.session.cookie.name !== sharedName(host)) return undefined
    return 'session.cookie.name is the name of the session that the first project shares with a domain; take another one'
  }
  const name = sharedNameOf(config)
  const other = [...host.open.values()].find(
    (one) => !one.project.isDefault && one.config.loaded.config.session.cookie.name === name,
  )
  if (other === undefined) return undefined
  return `session.cookie.domain shares a session that is called ${name}, as that of the project ${other.project.name}; give that one another session.cookie.name`
}
