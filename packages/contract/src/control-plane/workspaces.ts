import { z } from 'zod'

import { displayName } from './fields.ts'
import type { OperationContract } from './operation.ts'
import { pageOf, paging, search } from './paging.ts'
import { projectMetadata } from './project-shapes.ts'
import { accessPolicies, workspace } from './workspace-shape.ts'

const createBody = z.strictObject({ name: displayName })
const updateBody = z.strictObject({
  name: displayName,
  access_policy: z.enum(accessPolicies).optional(),
  second_factor_required: z.boolean().optional(),
})

/** Workspaces: the field's operations. There is none to delete one. */
export const workspaceContract = {
  listWorkspaces: {
    method: 'GET',
    path: '/workspaces',
    scope: 'installation',
    origin: 'field',
    summary: 'Lists the workspaces that the caller has a role at.',
    query: z.object({ ...paging, ...search }),
    answers: { 200: pageOf('workspaces', workspace) },
  },
  createWorkspace: {
    method: 'POST',
    path: '/workspaces',
    scope: 'installation',
    origin: 'field',
    summary: 'Makes a workspace; the caller owns it.',
    body: createBody,
    answers: { 201: workspace },
  },
  getWorkspace: {
    method: 'GET',
    path: '/workspaces/{workspace}',
    scope: 'workspace',
    origin: 'field',
    summary: 'Reads a workspace.',
    answers: { 200: workspace },
  },
  updateWorkspace: {
    method: 'PUT',
    path: '/workspaces/{workspace}',
    scope: 'workspace',
    origin: 'field',
    summary: 'Renames a workspace, and says what it asks of its members.',
    body: updateBody,
    answers: { 200: workspace },
  },
  listWorkspaceProjects: {
    method: 'GET',
    path: '/workspaces/{workspace}/projects',
    scope: 'workspace',
    origin: 'field',
    summary: 'Lists the projects of a workspace; all of them unless a page is asked for.',
    query: z.object({ ...paging, ...search }),
    answers: {
      200: z.object({
        projects: z.array(projectMetadata),
        has_next_page: z.boolean().optional(),
        next_page: z.string().optional(),
      }),
    },
  },
} as const satisfies Readonly<Record<string, OperationContract>>
