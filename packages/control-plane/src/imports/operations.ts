import { createAdminClient } from '@gatehouse/client/admin-client'
import type { importContract } from '@gatehouse/contract/control-plane'
import { type ImportFault, mostImportBytes } from '@gatehouse/contract/operators'
import { schemaFields } from '@gatehouse/contract/identities'
import {
  checkFile,
  type KnownSchema,
  readFileOfPeople,
  recognize,
  columnsOf,
  guessTargets,
  isTarget,
} from '@gatehouse/transfer/files'
import { z } from 'zod'

import type { CallOf, HandlersOf, ProjectCall } from '../access/call.ts'
import { emptyAnswer, jsonAnswer, RefusalError, timestamp } from '../http/answer.ts'
import { actingFor } from '../jobs/acting-caller.ts'
import { type JobDeps, startedAnswer } from '../jobs/operations.ts'
import { importWork } from './import-work.ts'
import type { ReceivedFile, StagedImport, Staging } from './staged-import.ts'

/** What imports take. */
export interface ImportDeps extends Omit<JobDeps, 'imports'> {
  readonly imports: Staging
}

/** Files of accounts that are handed in, looked at and imported. */
export function importOperations(deps: ImportDeps): HandlersOf<typeof importContract> {
  const { imports } = deps
  const answer = async (status: number, staged: StagedImport) => jsonAnswer(status, await present(imports, staged))
  return {
    listImports: async ({ project }) => {
      const found = await imports.list(project.id)
      return jsonAnswer(200, { imports: await Promise.all(found.map((staged) => present(imports, staged))) })
    },
    createImport: async (call) => answer(201, await create(deps, call)),
    getImport: async (call) => answer(200, await requireImport(deps, call)),
    checkImport: (call) => check(deps, call),
    updateImport: async (call) => answer(200, await update(deps, call)),
    deleteImport: async (call) => {
      const staged = await requireImport(deps, call)
      await imports.discard(staged.id)
      await call.record(targetOf(staged))
      return emptyAnswer()
    },
    startImport: (call) => start(deps, call),
  }
}

/** TABLE: why a file is not taken. */
const refusals: Readonly<Record<ImportFault, { readonly code: number; readonly reason: string }>> = {
  empty: { code: 400, reason: 'There is nothing in this file.' },
  too_large: {
    code: 413,
    reason: `The file has more than ${mostImportBytes} bytes. Divide it, or use "gatehouse import".`,
  },
  not_utf8: { code: 400, reason: 'The file is not in UTF-8: names would be damaged. Save it as UTF-8.' },
  no_columns: { code: 400, reason: 'The first line of the table names no columns.' },
}

function refuse(fault: ImportFault): RefusalError {
  return new RefusalError({ ...refusals[fault], details: { fault } })
}

async function create(deps: ImportDeps, call: CallOf<'createImport'>): Promise<StagedImport> {
  const { imports } = deps
  const { file_name: fileName = '', schema_id: wanted } = call.query
  const schemas = await schemasOf(deps, call)
  const schema = wanted === undefined ? schemas[0] : requireSchema(schemas, wanted)
  const file = await receive(imports, call.request)
  try {
    if (file.bytes === 0) throw refuse('empty')
    const recognized = await recognize(file.path)
    if (recognized.kind !== 'recognized') throw refuse(recognized.kind)
    const { format, delimiter, columns } = recognized
    const targets = schema === undefined ? [] : guessTargets(columns, schemaFields(schema.schema))
    const facts = { fileName, format, delimiter, columns, targets, schemaId: schema?.id ?? '' }
    const staged = await imports.describe(call.project.id, file, facts)
    await call.record(targetOf(staged))
    return staged
  } catch (error) {
    await imports.discard(file.id)
    throw error
  }
}

/** Writes the body while it arrives: none of it is kept in memory. */
async function receive(imports: Staging, { body, headers }: Request): Promise<ReceivedFile> {
  if (Number(headers.get('content-length') ?? 0) > mostImportBytes) throw refuse('too_large')
  return imports.receive(bounded(body ?? new ReadableStream({ start: (controller) => controller.close() })))
}

async function* bounded(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0
  const chunks = body[Symbol.asyncIterator]()
  for (;;) {
    const next = await chunks.next().catch(() => {
      throw new RefusalError({ code: 400, reason: 'The file broke off before its end. Send it again.' })
    })
    if (next.done === true) return
    size += next.value.byteLength
    if (size > mostImportBytes) throw refuse('too_large')
    yield next.value
  }
}

async function check(deps: ImportDeps, call: CallOf<'checkImport'>): Promise<Response> {
  const staged = await requireImport(deps, call)
  const schemas = await schemasOf(deps, call)
  const path = deps.imports.pathOf(staged.id)
  return jsonAnswer(200, await checkFile(readFileOfPeople(staged, path, schemas), schemas))
}

async function update(deps: ImportDeps, call: CallOf<'updateImport'>): Promise<StagedImport> {
  const staged = await requireImport(deps, call)
  const { schema_id: schemaId = staged.schemaId, targets: given } = await call.body()
  const schemas = await schemasOf(deps, call)
  const fields = schemaFields(schemaId === '' ? {} : requireSchema(schemas, schemaId).schema)
  const targets = given ?? (schemaId === staged.schemaId ? staged.targets : guessTargets(staged.columns, fields))
  if (targets.length !== staged.columns.length) {
    const reason = `"targets" has ${targets.length} entries; the file has ${staged.columns.length} columns.`
    throw new RefusalError({ code: 400, reason })
  }
  const columns = targets.flatMap((target, index) =>
    isTarget(target, fields) && (target === '' || targets.indexOf(target) === index) ? [] : [index],
  )
  if (columns.length > 0) {
    const reason =
      'Each column goes to a trait of the schema, to something of the account, or nowhere; no two to the same.'
    throw new RefusalError({ code: 400, reason, details: { columns } })
  }
  const changed = { ...staged, schemaId, targets }
  await deps.imports.change(changed)
  await call.record(targetOf(staged))
  return changed
}

async function start(deps: ImportDeps, call: CallOf<'startImport'>): Promise<Response> {
  const staged = await requireImport(deps, call)
  const schemas = await schemasOf(deps, call)
  const { imports, jobs } = deps
  const { baseUrl, send } = actingFor(deps.answerAs, call)
  const admin = createAdminClient({ baseUrl, timeoutMs: 0, fetch: send })
  const started = jobs.start({
    projectId: call.project.id,
    kind: 'import',
    startedBy: call.actor.name,
    source: staged.id,
    work: async (handle) => {
      await importWork(admin, () => readFileOfPeople(staged, imports.pathOf(staged.id), schemas), handle)
      if (!handle.stopped()) await imports.discard(staged.id)
    },
  })
  return startedAnswer(deps, call, started, targetOf(staged).name)
}

async function requireImport({ imports }: ImportDeps, { project, params }: ProjectCall): Promise<StagedImport> {
  const staged = await imports.find(project.id, params['import_id'] ?? '')
  if (staged !== undefined) return staged
  throw new RefusalError({ code: 404, reason: 'No file of this id waits here. Files are kept for a day.' })
}

function requireSchema(schemas: readonly KnownSchema[], id: string): KnownSchema {
  const schema = schemas.find((one) => one.id === id)
  if (schema !== undefined) return schema
  throw new RefusalError({ code: 400, reason: `There is no schema "${id}" in this project.` })
}

const listed = z.array(z.looseObject({ id: z.string(), schema: z.record(z.string(), z.unknown()) }))

/** The schemas of the project, as the caller may read them. */
async function schemasOf(deps: ImportDeps, call: ProjectCall): Promise<readonly KnownSchema[]> {
  const { baseUrl, send } = actingFor(deps.answerAs, call)
  const answer = await send(new Request(`${baseUrl}/schemas`))
  if (answer.ok) return listed.parse(await answer.json())
  const reason = 'The project’s identity service does not list its schemas.'
  throw new RefusalError({ code: answer.status < 500 ? answer.status : 503, reason })
}

async function present(imports: Staging, staged: StagedImport) {
  const { id, fileName, format, schemaId, targets, receivedAt } = staged
  const columns = format === 'csv' ? await columnsOf(staged, imports.pathOf(id)) : []
  return {
    id,
    file_name: fileName,
    format,
    schema_id: schemaId,
    columns: columns.map(({ name, samples }, index) => ({ name, target: targets[index] ?? '', samples })),
    received_at: timestamp(receivedAt),
  }
}

function targetOf({ id, fileName, format }: StagedImport) {
  return { kind: 'import', id, name: fileName === '' ? format.toUpperCase() : fileName }
}
