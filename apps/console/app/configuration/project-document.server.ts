import type { ProjectContext } from '../control-plane/scope.server.ts'
import type { ConfigTree } from './config-tree.ts'
import type { MadeBy } from './maker.tsx'

/** The calls that read and save a configuration. */
export type ConfigContext = Pick<ProjectContext, 'load' | 'call'>

/** A configuration and the revision it is of. */
export interface ConfigState {
  readonly revision: string
  readonly config: ConfigTree
  /** Origins whose scripts may call the public API; not a part of the configuration. */
  readonly corsOrigins: readonly string[]
}

/** Loads the current configuration. */
export async function presentConfig(scope: ConfigContext): Promise<ConfigState> {
  const { revision_id: revision, services, cors_public: cors } = await scope.load('getProject')
  const corsOrigins = cors?.enabled === true ? (cors.origins ?? []) : []
  return { revision, config: services.identity?.config ?? {}, corsOrigins }
}

/** The configuration as it was at a revision, and how that came about. */
export interface RevisionState extends MadeBy {
  readonly id: string
  /** RFC 3339. */
  readonly created_at: string
  readonly config: ConfigTree
}

/** Loads a revision. */
export async function revisionAt(scope: ConfigContext, revision: string): Promise<RevisionState> {
  const { services, id, made_by, actor, created_at } = await scope.load('getProjectRevision', {
    params: { revision_id: revision },
  })
  return { id, made_by, actor, created_at, config: services.identity?.config ?? {} }
}

/** Loads the configuration at a revision. */
export async function configAt(scope: ConfigContext, revision: string): Promise<ConfigTree> {
  return (await revisionAt(scope, revision)).config
}
