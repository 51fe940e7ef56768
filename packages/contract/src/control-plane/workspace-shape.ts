import { z } from 'zod'

import { id, timestamp } from './fields.ts'

/** The rules of access in a workspace, by the field's names. */
export const accessPolicies = ['CHECK_ORGANIZATION_AND_WORKSPACE_MEMBERSHIP', 'CHECK_ACCESS_PERMISSION'] as const

/** `Workspace` of the wire; `slug` and `second_factor_required` are ours. */
export const workspace = z
  .object({
    id,
    slug: z.string().optional(),
    name: z.string(),
    access_policy: z.string().optional(),
    second_factor_required: z.boolean().optional(),
    organization_id: z.string().nullish(),
    subscription_id: z.string().nullish(),
    subscription_plan: z.string().nullish(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Workspace' })
