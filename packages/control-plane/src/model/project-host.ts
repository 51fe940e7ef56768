import type { ProbedConnection, ProbeOutcome } from '@gatehouse/contract/operators'
import type { ApplicationLists, ConfigOrigin } from '@gatehouse/contract/control-plane'
import type { EventActor } from '@gatehouse/contract/events'
import type { BrandingHost } from './branding-host.ts'

/** A configuration in the format of Kratos' `kratos.yml`, parsed. */
export type ConfigTree = Readonly<Record<string, unknown>>

/** Which pages of other origins may call a project's API. */
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
  /** The project that the installation begins with; it answers at the public origin. */
  readonly isDefault: boolean
  readonly corsPublic: Cors
  readonly corsAdmin: Cors
  /** Without the keys that belong to the host. Absent: the project is new and begins with the host's configuration. */
  readonly identityConfig: ConfigTree | undefined
  /** How it looks (`brand`) and what its mails say (`mails`), as published. */
  readonly accountExperience: ConfigTree
}

/** An organization as a project's identity service has to know it. Times are Unix milliseconds. */
export interface HostedOrganization {
  readonly id: string
  readonly label: string
  readonly domains: readonly string[]
  /** `30m`, `12h`; absent: the project's own. */
  readonly sessionLifespan: string | undefined
  readonly createdAt: number
  readonly updatedAt: number
}

/** What holds in a project, and where it comes from. */
export interface EffectiveConfig {
  /** By dotted path. Secrets are said to be there, and no more. */
  readonly settings: Readonly<
    Record<string, { readonly value: string | number | boolean; readonly origin: ConfigOrigin }>
  >
  /** The lists that applications need, entry by entry. */
  readonly applications: ApplicationLists
}

/** What became of a configuration. */
export type Applied =
  | {
      readonly kind: 'applied'
      /** As it is kept from now on: without the host's own keys. */
      readonly config: ConfigTree
      /** What was left out or has no effect, one sentence each. */
      readonly warnings: readonly string[]
      /** The configuration comes from somewhere else, such as a file: it is shown here, and cannot be changed here. */
      readonly isFixed: boolean
    }
  /** Nothing was changed. One sentence per fault, each beginning with the key's path. */
  | { readonly kind: 'refused'; readonly faults: readonly string[] }

/** Whether a project can have an address here. */
export type ProjectAddress =
  | { readonly kind: 'address'; readonly url: URL }
  /** Why there is none, and what the operator can do. */
  | { readonly kind: 'none'; readonly why: string }

/** What goes along with a call of the admin API. */
export interface AdminAsk {
  /** JSON, unless the headers say otherwise. */
  readonly body?: string
  /** Headers of the caller's own that mean something to the service. Default: none. */
  readonly headers?: Readonly<Record<string, string>>
  /** Whom events name; absent: an administrator. A service in another process does not learn it. */
  readonly actor?: EventActor
}

/** A project's identity service, for the control plane alone. Its calls reject where it does not answer. */
export interface ProjectAdmin {
  /** `embedded`: in this process, with everything that is ours. `remote`: what another service has. */
  readonly kind: 'embedded' | 'remote'
  /** Asks the admin API. `path` begins with `/admin/` and may have a query. */
  readonly ask: (method: string, path: string, about?: AdminAsk) => Promise<Response>
  /** Reads from the public API. */
  readonly readPublic: (path: string) => Promise<Response>
}

/** Organizations' connections, as a project's identity service deals with them. */
export interface ProjectConnections {
  /** Where the provider of a connection sends people back to. */
  redirectUri(organizationId: string, connectionId: string): string
  /** Begins a sign-in of an organization's people. */
  signInAddress(organizationId: string): string
  /** Tries a provider; private networks are out of its reach. Never rejects. */
  probe(connection: ProbedConnection): Promise<ProbeOutcome>
}

/** Where the data of a deleted project is. */
export type ArchivedTo =
  /** A folder, as seen from the data folder. */
  | { readonly exportedTo: string }
  /** An archive in the database, by its id. */
  | { readonly archive: string }

/** Runs a project's identity service and its pages. */
export interface ProjectHost {
  /** The one project is an identity service that another party runs and configures. Absent: they are run here. */
  readonly isRemote?: true
  addressOf(project: Pick<HostedProject, 'slug' | 'isDefault'>): ProjectAddress
  /**
   * Opens a project: its folder, database and keys are made if they are missing, and it answers at its address.
   * Opening an open project changes nothing.
   */
  open(project: HostedProject): Promise<Applied>
  /** Checks a configuration and runs the project with it, without losing a session or a request. */
  apply(project: HostedProject): Promise<Applied>
  /** The effective configuration of an open project; absent: another party runs it and does not publish that. */
  readonly effectiveConfigOf?: (projectId: string) => EffectiveConfig | undefined
  /** The look of pages and mails; absent: another party's service or a file decides it. */
  readonly branding?: BrandingHost
  /** Why projects have no organizations here; absent: they have. */
  readonly noOrganizations?: string
  /** Makes the organizations of a project's identity service these. */
  setOrganizations(projectId: string, organizations: readonly HostedOrganization[]): Promise<void>
  /** Nothing: the project is not on the air, or its admin API is out of reach. */
  adminOf(projectId: string): ProjectAdmin | undefined
  /** Nothing: the project is not on the air, or has no organizations here. */
  connectionsOf(projectId: string): ProjectConnections | undefined
  /** Takes a project off the air and archives its data. Doing it twice is harmless. Answers where the data is. */
  remove(project: HostedProject): Promise<ArchivedTo>
}
