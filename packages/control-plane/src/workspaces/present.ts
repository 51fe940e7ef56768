import { timestamp } from '../http/answer.ts'
import type { Workspace } from './store.ts'

/** A workspace as the wire shows it; `slug` is ours. */
export function presentWorkspace(workspace: Workspace) {
  return {
    id: workspace.id,
    slug: workspace.slug,
    name: workspace.name,
    access_policy: workspace.accessPolicy,
    organization_id: null,
    subscription_id: null,
    subscription_plan: null,
    created_at: timestamp(workspace.createdAt),
    updated_at: timestamp(workspace.updatedAt),
  }
}
