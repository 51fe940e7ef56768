import { z } from 'zod'

import { environments } from '../operator-scopes.ts'
import { displayName, region } from './fields.ts'
import type { OperationContract } from './operation.ts'
import { pageOf, paging, search } from './paging.ts'
import {
  effectiveConfig,
  project,
  projectMetadata,
  projectPatchBody,
  projectUpdate,
  revision,
  revisionDocument,
  setProjectBody,
} from './project-shapes.ts'

const one = '/projects/{project_id}'

/** Projects in general: listing them all, and making one. */
export const projectCreationContract = {
  listProjects: {
    method: 'GET',
    path: '/projects',
    scope: 'installation',
    origin: 'field',
    summary: 'Lists the projects that the caller has a role at; all of them unless a page is asked for.',
    query: z.object({ ...paging, ...search }),
    answers: { 200: z.array(projectMetadata) },
  },
  createProject: {
    method: 'POST',
    path: '/projects',
    scope: 'installation',
    origin: 'field',
    summary: 'Makes a project and runs it.',
    body: z.strictObject({
      name: displayName,
      environment: z.enum(environments),
      home_region: region.optional(),
      workspace_id: z.string().optional(),
    }),
    answers: { 201: project },
  },
} as const satisfies Readonly<Record<string, OperationContract>>

/** Projects that exist: the field's operations, and ours about revisions and a purge that is asked for twice. */
export const projectContract = {
  getProject: {
    method: 'GET',
    path: one,
    scope: 'project',
    origin: 'field',
    summary: 'Reads a project with its configuration; viewers see it without secrets.',
    answers: { 200: project },
  },
  getProjectEffectiveConfig: {
    method: 'GET',
    path: `${one}/effective-configuration`,
    scope: 'project',
    origin: 'ours',
    summary:
      'Reads what holds in a project, defaults filled in, and where each value comes from; secrets are left out.',
    answers: { 200: effectiveConfig },
  },
  setProject: {
    method: 'PUT',
    path: one,
    scope: 'project',
    origin: 'field',
    summary: 'Replaces the configuration of a project and runs it.',
    body: setProjectBody,
    answers: { 200: projectUpdate },
  },
  patchProject: {
    method: 'PATCH',
    path: one,
    scope: 'project',
    origin: 'field',
    summary: 'Changes a project by a JSON Patch (RFC 6902) of its document.',
    body: projectPatchBody,
    answers: { 200: projectUpdate },
  },
  patchProjectWithRevision: {
    method: 'PATCH',
    path: `${one}/revision/{revision_id}`,
    scope: 'project',
    origin: 'field',
    summary: 'The same, if the project still has this revision.',
    body: projectPatchBody,
    answers: { 200: projectUpdate },
  },
  listProjectRevisions: {
    method: 'GET',
    path: `${one}/revisions`,
    scope: 'project',
    origin: 'ours',
    summary: 'Lists what a project was, newest first.',
    query: z.object(paging),
    answers: { 200: pageOf('revisions', revision) },
  },
  getProjectRevision: {
    method: 'GET',
    path: `${one}/revisions/{revision_id}`,
    scope: 'project',
    origin: 'ours',
    summary: 'Reads a revision with its configuration.',
    answers: { 200: revisionDocument },
  },
  purgeProject: {
    method: 'DELETE',
    path: one,
    scope: 'project',
    origin: 'field',
    summary: 'Deletes a project, once its data has been archived.',
    answers: { 204: null },
  },
  purgeProjectConfirmed: {
    method: 'POST',
    path: `${one}/purge`,
    scope: 'project',
    origin: 'ours',
    summary: 'The same; the slug of the project has to be typed.',
    body: z.strictObject({ slug: z.string() }),
    answers: {
      200: z.object({
        id: z.string(),
        deleted_by: z.string().optional(),
        /** A folder of the data folder. */
        exported_to: z.string().optional(),
        /** By which the database keeps it. */
        archive_id: z.string().optional(),
      }),
    },
  },
} as const satisfies Readonly<Record<string, OperationContract>>
