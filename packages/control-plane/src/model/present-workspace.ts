import { timestamp } from '../http/answer.ts'
import type { Workspace } from './workspace-store.ts'

/** A workspace as the wire shows it; `slug` and `second_factor_required` are ours. */
export function presentWorkspace(workspace: Workspace) {
  return {
    id: workspace.id,
    slug: workspace.slug,
    name: workspace.name,
    access_policy: workspace.accessPolicy,
    second_factor_required: workspace.secondFactorRequired,
    organization_id: null,
    subscription_id: null,
    subscription_plan: null,
    created_at: timestamp(workspace.createdAt),
    updated_at: timestamp(workspace.updatedAt),
  }
}
