import type { ProbedConnection, ProbeOutcome } from '@gatehouse/contract/operators'
import type { ApplicationLists, ConfigOrigin } from '@gatehouse/contract/control-plane'
import type { EventActor } from '@gatehouse/contract/events'
import type { BrandingHost } from './branding-host.ts'

/** A configuration in the format of Kratos' `kratos.yml`, parsed. */
export type ConfigTree = Readonly<Record<string, unknown>>

/** The origins whose pages may call a project's API. */
export interface Cors {
  readonly enabled: boolean
  readonly origins: readonly string[]
}

/** A project as far as its host has to know it. */
export interface HostedProject {
  readonly id: string
  /** One DNS label, part of the project's address. */
  readonly slug: string
  readonly name: string
  /** Whether it is the installation's first project, which answers at the public origin. */
  readonly isDefault: boolean
  readonly corsPublic: Cors
  readonly corsAdmin: Cors
  /** Without the host's own keys. Absent: the project is new and starts with the host's configuration. */
  readonly identityConfig: ConfigTree | undefined
  /** The published look (`brand`) and mail texts (`mails`). */
  readonly accountExperience: ConfigTree
}

/** An organization as a project's identity service needs it. Times are Unix milliseconds. */
export interface HostedOrganization {
  readonly id: string
  readonly label: string
  readonly domains: readonly string[]
  /** `30m`, `12h`; absent: the project's own. */
  readonly sessionLifespan: string | undefined
  readonly createdAt: number
  readonly updatedAt: number
}

/** The effective values of a project, each with its source. */
export interface EffectiveConfig {
  /** By dotted path. Secrets are shown as present, without their values. */
  readonly settings: Readonly<
    Record<string, { readonly value: string | number | boolean; readonly origin: ConfigOrigin }>
  >
  /** The lists that applications need, entry by entry. */
  readonly applications: ApplicationLists
}

/** The outcome of applying a configuration. */
export type Applied =
  | {
      readonly kind: 'applied'
      /** The configuration as stored from now on: without the host's own keys. */
      readonly config: ConfigTree
      /** The keys that were removed or have no effect, one sentence each. */
      readonly warnings: readonly string[]
      /** The configuration comes from another source, such as a file: it is shown here, and cannot be changed here. */
      readonly isFixed: boolean
    }
  /** Nothing was changed. One sentence per fault, each beginning with the key's path. */
  | { readonly kind: 'refused'; readonly faults: readonly string[] }

/** The address of a project, if it can have one here. */
export type ProjectAddress =
  | { readonly kind: 'address'; readonly url: URL }
  /** The reason, and what the operator can do. */
  | { readonly kind: 'none'; readonly why: string }

/** The options of a call of the admin API. */
export interface AdminAsk {
  /** JSON, unless the headers say otherwise. */
  readonly body?: string
  /** Headers of the caller that the service reads. Default: none. */
  readonly headers?: Readonly<Record<string, string>>
  /** The actor of events; absent: an administrator. It is not sent to a service in another process. */
  readonly actor?: EventActor
}

/** A project's identity service, for the control plane only. Its calls reject if it does not answer. */
export interface ProjectAdmin {
  /** `embedded`: in this process, with all our features. `remote`: with those of another service. */
  readonly kind: 'embedded' | 'remote'
  /** Calls the admin API. `path` begins with `/admin/` and may have a query. */
  readonly ask: (method: string, path: string, about?: AdminAsk) => Promise<Response>
  /** Reads from the public API. */
  readonly readPublic: (path: string) => Promise<Response>
}

/** Organizations' connections at a project's identity service. */
export interface ProjectConnections {
  /** Returns the address to which the provider of a connection redirects people. */
  redirectUri(organizationId: string, connectionId: string): string
  /** Returns the address at which an organization's people begin to sign in. */
  signInAddress(organizationId: string): string
  /** Probes a provider without access to private networks. Never rejects. */
  probe(connection: ProbedConnection): Promise<ProbeOutcome>
}

/** The location of a deleted project's data. */
export type ArchivedTo =
  /** A folder, relative to the data folder. */
  | { readonly exportedTo: string }
  /** An archive in the database, by its id. */
  | { readonly archive: string }

/** Runs a project's identity service and its pages. */
export interface ProjectHost {
  /** The one project is an identity service that another party runs and configures. Absent: they are run here. */
  readonly isRemote?: true
  addressOf(project: Pick<HostedProject, 'slug' | 'isDefault'>): ProjectAddress
  /**
   * Opens a project: its folder, database and keys are created if they are missing, and it answers at its address.
   * Applies its configuration if it is open with another one; otherwise opening an open project changes nothing.
   */
  open(project: HostedProject): Promise<Applied>
  /** Checks a configuration and runs the project with it, without losing a session or a request. */
  apply(project: HostedProject): Promise<Applied>
  /** The effective configuration of an open project; absent: another party runs it and does not publish that. */
  readonly effectiveConfigOf?: (projectId: string) => EffectiveConfig | undefined
  /** The branding of pages and mails; absent: another party's service or a file decides it. */
  readonly branding?: BrandingHost
  /** The reason why projects have no organizations here; absent: they have. */
  readonly noOrganizations?: string
  /**
   * Replaces the organizations of a project's identity service by those that `list` reads. It is read once no other
   * process replaces them: an older list never overwrites a newer one. Does nothing while the project is not running.
   */
  setOrganizations(projectId: string, list: () => Promise<readonly HostedOrganization[]>): Promise<void>
  /** Undefined: the project is not running, or its admin API is unreachable. */
  adminOf(projectId: string): ProjectAdmin | undefined
  /** Returns the connections; undefined: the project is not running, or has no organizations here. */
  connectionsOf(projectId: string): ProjectConnections | undefined
  /**
   * Resolves once every process runs the projects as they are stored, or has ended. Called after each change, and before
   * the data of a deleted project is moved.
   */
  publish(): Promise<void>
  /** Stops serving a project and releases its data. Idempotent. */
  close(projectId: string): Promise<void>
  /** Stops a project and archives its data with its organizations. Idempotent. Returns the location of the data. */
  remove(project: HostedProject, organizations: readonly HostedOrganization[]): Promise<ArchivedTo>
}
