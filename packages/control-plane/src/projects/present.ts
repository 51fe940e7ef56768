import type { Role } from '@gatehouse/contract/operators'

import { timestamp } from '../http/answer.ts'
import { presentBasicOrganization } from '../model/present-organization.ts'
import type { Organization } from '../model/organization-store.ts'
import { presentWorkspace } from '../model/present-workspace.ts'
import type { Workspace } from '../model/workspace-store.ts'
import type { HostedProject, ProjectHost } from '../model/project-host.ts'
import { withoutPrivateKeys } from './private-keys.ts'
import { withoutSecrets } from './secret-keys.ts'
import type { Project } from '../model/project-store.ts'

/** Returns a project in the wire format. Viewers see its configuration without secrets for other services. */
export function presentProject(project: Project, organizations: readonly Organization[], role: Role) {
  const { settings } = project
  const config = settings.identityConfig ?? {}
  return {
    id: project.id,
    slug: project.slug,
    name: project.name,
    environment: project.environment,
    home_region: project.homeRegion,
    state: project.state,
    ...(project.state === 'halted' && { halt_reason: project.haltReason }),
    revision_id: project.revisionId,
    workspace_id: project.workspaceId,
    cors_public: settings.corsPublic,
    cors_admin: settings.corsAdmin,
    organizations: organizations.map(presentBasicOrganization),
    services: {
      identity: { config: role === 'viewer' ? withoutSecrets(config) : withoutPrivateKeys(config) },
      account_experience: { config: settings.accountExperience },
    },
  }
}

/** Returns a project as lists show it. */
export function presentMetadata(project: Project, workspace: Workspace, host: Pick<ProjectHost, 'addressOf'>) {
  const address = host.addressOf(project)
  return {
    id: project.id,
    slug: project.slug,
    name: project.name,
    environment: project.environment,
    home_region: project.homeRegion,
    state: project.state,
    hosts: address.kind === 'address' ? [address.url.host] : [],
    subscription_id: null,
    subscription_plan: null,
    workspace_id: project.workspaceId,
    workspace: presentWorkspace(workspace),
    created_at: timestamp(project.createdAt),
    updated_at: timestamp(project.updatedAt),
  }
}

/** A project as its host has to know it. */
export function hostedProject({
  id,
  slug,
  name,
  isDefault,
  settings,
}: Pick<Project, 'id' | 'slug' | 'name' | 'isDefault' | 'settings'>): HostedProject {
  const { corsPublic, corsAdmin, isFixed, accountExperience } = settings
  // A configuration that was copied from another document is read from that document again.
  const identityConfig = isFixed ? undefined : settings.identityConfig
  return { id, slug, name, isDefault, corsPublic, corsAdmin, identityConfig, accountExperience }
}
