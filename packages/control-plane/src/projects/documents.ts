import { applyPatch, Pointer } from 'rfc6902'
import { ofIt, plainWords } from '@gatehouse/platform/http'
import { setProjectBody, type projectPatchBody } from '@gatehouse/contract/control-plane'
import { z } from 'zod'
import { environments } from '@gatehouse/contract/operators'

import { RefusalError } from '../http/answer.ts'
import type { Draft } from './changes.ts'
import { withKeptKeys } from './private-keys.ts'
import type { Project } from '../model/project-store.ts'

const value = z.unknown().optional()

/** 1 to 200 operations of RFC 6902. Their paths are checked when they are applied. */
type PatchBody = z.output<typeof projectPatchBody>

const readOnly = ['id', 'slug', 'state', 'revision_id', 'workspace_id', 'home_region', 'halt_reason'] as const

/** A project after a patch. */
const patchedProject = setProjectBody.extend({
  environment: z.enum(environments),
  ...Object.fromEntries(readOnly.map((key) => [key, value])),
})

/** Names that would reach an object's prototype. */
const forbidden: ReadonlySet<string> = new Set(['__proto__', 'prototype', 'constructor'])
/** A patch can double a document with every `copy`: characters of JSON that all of them together may copy. */
const longestCopies = 1024 * 1024

/** Returns the project's new state by `setProject`. Services that are not named stay as they are. */
export function draftOfSet(project: Project, body: z.output<typeof setProjectBody>): Draft {
  const { identity, account_experience: accountExperience } = body.services
  const stored = project.settings.identityConfig ?? {}
  return {
    name: body.name,
    environment: project.environment,
    corsPublic: body.cors_public,
    corsAdmin: body.cors_admin,
    identityConfig: withKeptKeys(identity?.config ?? stored, stored),
    accountExperience: accountExperience?.config ?? project.settings.accountExperience,
    organizations: body.organizations,
    warnings: (['oauth2', 'permission', 'talos'] as const)
      .filter((name) => Object.keys(body.services[name]?.config ?? {}).length > 0)
      .map((name) => `services.${name} does not run here; its configuration is left out`),
  }
}

/** Returns the project's new state by a JSON Patch (RFC 6902) of its document. Refuses with 400. */
export function draftOfPatch(project: Project, document: Readonly<Record<string, unknown>>, patch: PatchBody): Draft {
  const copy = structuredClone(document)
  // Only copied values are measured: serializing the whole document for each of 200 operations would take seconds.
  let copied = 0
  for (const operation of patch) {
    const pointers = 'from' in operation ? [operation.path, operation.from] : [operation.path]
    if (pointers.some(isUnsafe)) throw unfit(operation, 'the path is not one of a project')
    if (operation.op === 'copy') {
      copied += JSON.stringify(Pointer.fromJSON(operation.from).get(copy) ?? null).length
      if (copied > longestCopies) throw unfit(operation, 'too much')
    }
    const [fault] = applyPatch(copy, [operation])
    if (fault) throw unfit(operation, fault.name === 'TestError' ? 'the value is another one' : 'there is no such path')
  }
  for (const key of readOnly) {
    if (copy[key] === document[key]) continue
    throw new RefusalError({ code: 400, reason: `The field "${key}" of a project cannot be changed.` })
  }
  const result = patchedProject.safeParse({ ...copy, services: copy['services'] ?? {} }, { error: plainWords })
  if (!result.success) {
    const [issue] = result.error.issues
    const where = issue?.path.map(String).join('.') ?? ''
    const reason = `After the patch, the field "${where}" is wrong: ${ofIt(issue?.message ?? '')}.`
    throw new RefusalError({ code: 400, reason })
  }
  return { ...draftOfSet(project, result.data), environment: result.data.environment }
}

function isUnsafe(path: string): boolean {
  const [root, ...keys] = path.split('/')
  return root !== '' || keys.length === 0 || keys.some((key) => forbidden.has(key))
}

function unfit({ op, path }: PatchBody[number], why: string): RefusalError {
  return new RefusalError({ code: 400, reason: `The operation "${op}" at ${path} cannot be applied: ${why}.` })
}
