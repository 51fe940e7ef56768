import type { BrandingPart } from '@gatehouse/contract/control-plane'

import type { ProjectCall } from '../access/call.ts'
import { RefusalError } from '../http/answer.ts'
import type { ProjectChanges } from '../projects/changes.ts'
import type { ConfigTree, ProjectHost } from '../model/project-host.ts'
import type { RevisionStore } from '../model/revision-store.ts'
import type { Project } from '../model/project-store.ts'
import type { AssetStore } from './asset-store.ts'
import { namedAssets } from '../projects/branding-document.ts'
import type { BrandingHost, InspectedBranding } from '../model/branding-host.ts'

/** The dependencies of publishing. */
export interface PublishingDeps {
  readonly host: ProjectHost
  readonly changes: ProjectChanges
  readonly revisions: RevisionStore
  readonly assets: AssetStore
}

/** Returns the host's branding. Refuses if another party's service draws pages and mails. */
export function brandingOf({ host }: Pick<PublishingDeps, 'host'>): BrandingHost {
  if (host.branding !== undefined) return host.branding
  const reason =
    'The identity service is remote: its emails are its own, and the look of the pages is set in gatehouse.yml (brand).'
  throw new RefusalError({ code: 400, id: 'feature_not_available', reason })
}

/** The id of the version that people see; empty: none was published. */
export async function presentVersion(
  { revisions }: Pick<PublishingDeps, 'revisions'>,
  projectId: string,
  part: BrandingPart,
): Promise<string> {
  return (await revisions.listOf(part, projectId, 1, undefined))[0]?.id ?? ''
}

/** Returns the faults of a document and of the files that it names. */
export async function inspect(
  deps: Pick<PublishingDeps, 'host' | 'assets'>,
  project: Project,
  part: BrandingPart,
  document: ConfigTree,
): Promise<InspectedBranding> {
  const inspected = await brandingOf(deps).inspect(project.id, part, document)
  const missing = []
  for (const name of new Set(namedAssets(document))) {
    if (!(await deps.assets.has(project.id, name))) missing.push(name)
  }
  const faults = missing.map((name) => ({
    path: `asset:${name}`,
    reason: 'no such file is stored; upload it once more',
  }))
  return { ...inspected, faults: [...inspected.faults, ...faults] }
}

/**
 * Publishes a document for visitors, by a revision of the project. Refuses with 409 if another version than `base` is
 * published, and with 400 an invalid document.
 */
export async function publish(
  deps: PublishingDeps,
  call: ProjectCall,
  { part, base, document }: { readonly part: BrandingPart; readonly base: string; readonly document: ConfigTree },
): Promise<Project> {
  const { project } = await deps.changes.change(call, undefined, async (before) => {
    const present = await presentVersion(deps, before.id, part)
    if (present !== base) throw stale(present)
    const { faults } = await inspect(deps, before, part, document)
    if (faults.length > 0) throw faulty(faults)
    const { name, environment, settings } = before
    const { corsPublic, corsAdmin, identityConfig = {}, accountExperience } = settings
    return {
      name,
      environment,
      corsPublic,
      corsAdmin,
      identityConfig,
      accountExperience: { ...accountExperience, [part]: document },
      organizations: undefined,
      warnings: [],
    }
  })
  return project
}

/** Returns the refusal of a change on an outdated version. */
export function stale(present: string): RefusalError {
  const reason = 'Another version was published meanwhile; look at it, and publish yours over it if it should be.'
  return new RefusalError({ code: 409, id: 'stale_revision', reason, details: { present } })
}

function faulty(faults: InspectedBranding['faults']): RefusalError {
  const list = faults.map(({ path, reason }) => `${path} ${reason}`)
  return new RefusalError({
    code: 400,
    reason: `It cannot be published: ${list.join('; ')}.`,
    details: { faults: list },
  })
}
