import type { BodyOf, importContract } from '@gatehouse/contract/control-plane'
import { schemaFields } from '@gatehouse/contract/identities'
import { mostImportBytes } from '@gatehouse/contract/operators'
import { columnsOf, guessTargets, isTarget } from '@gatehouse/transfer/files'
import type { Database } from '@gatehouse/platform/database'
import type { CallOf, HandlersOf, ProjectCall } from '../../access/call.ts'
import { emptyAnswer, jsonAnswer, RefusalError, timestamp } from '../../http/answer.ts'
import type { ProjectHost } from '../../model/project-host.ts'
import type { ReceivedFile, StagedImport, Staging, FurtherFile } from '../../model/staged-import.ts'
import { type AnswerAs, actingFor, savedCaller } from '../acting-caller.ts'
import { type JobDeps, startedAnswer } from '../operations.ts'
import { checkStaged } from './check-staged.ts'
import { isFirebaseHash } from './firebase-hash.ts'
import { recognizeFile } from './recognize-file.ts'
import { refuseImport, takesFurtherFile } from './refusals.ts'
import { type Schemas, schemasOf } from './schemas.ts'

/** The dependencies of imports. */
export interface ImportDeps extends Omit<JobDeps, 'imports'> {
  readonly database: Database
  readonly imports: Staging
  readonly answerAs: AnswerAs
  readonly host: Pick<ProjectHost, 'adminOf'>
}

/** The operations on files of accounts: upload, check and import. */
export function importOperations(deps: ImportDeps): HandlersOf<typeof importContract> {
  const { imports } = deps
  const answer = async (status: number, staged: StagedImport) => jsonAnswer(status, await present(imports, staged))
  return {
    listImports: async ({ project }) => {
      const found = await imports.list(project.id)
      return jsonAnswer(200, { imports: await Promise.all(found.map((staged) => present(imports, staged))) })
    },
    createImport: async (call) => answer(201, await create(deps, call)),
    addImportFile: async (call) => {
      const staged = await requireImport(deps, call)
      return answer(200, await addFile(deps, call, staged))
    },
    getImport: async (call) => answer(200, await requireImport(deps, call)),
    checkImport: (call) => check(deps, call),
    updateImport: async (call) => answer(200, await update(deps, call)),
    deleteImport: async (call) => {
      const staged = await requireImport(deps, call)
      await deps.database.durable(async () => {
        await imports.discard(staged.id)
        await call.record(targetOf(staged))
      })
      return emptyAnswer()
    },
    startImport: (call) => start(deps, call),
  }
}

async function create(deps: ImportDeps, call: CallOf<'createImport'>): Promise<StagedImport> {
  const { imports, database } = deps
  const { file_name: fileName = '', schema_id: wanted, source: named } = call.query
  const schemas = await schemasFor(deps, call)
  const schema = wanted === undefined ? schemas[0] : requireSchema(schemas, wanted)
  const file = await receive(imports, call)
  try {
    if (await isFirebaseHash(imports, file)) throw refuseImport('hash_first')
    const { format, delimiter, columns, source: found } = await recognizeFile(imports, file, fileName)
    if (named !== undefined && named !== 'own' && found !== undefined && found !== named)
      throw refuseImport('other_source', found)
    const source = named === 'own' ? undefined : (named ?? found)
    const targets = schema === undefined ? [] : guessTargets(columns, schemaFields(schema.schema))
    const described = { fileName, format, delimiter, columns, targets, schemaId: schema?.id ?? '' }
    const facts = { ...described, ...(source !== undefined && { source }) }
    return await database.durable(() => recorded(call, imports.describe(call.project.id, file, facts)))
  } catch (error) {
    await imports.discard(file.id)
    throw error
  }
}

/** Stores the body while it arrives: none of it is kept in memory. */
async function receive(imports: Staging, { project, request }: ProjectCall): Promise<ReceivedFile> {
  const { body, headers } = request
  if (Number(headers.get('content-length') ?? 0) > mostImportBytes) throw refuseImport('too_large')
  return imports.receive(project.id, bounded(body ?? new ReadableStream({ start: (controller) => controller.close() })))
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
    if (size > mostImportBytes) throw refuseImport('too_large')
    yield next.value
  }
}

async function check(deps: ImportDeps, call: CallOf<'checkImport'>): Promise<Response> {
  const staged = await requireImport(deps, call)
  const schemas = await schemasFor(deps, call)
  const isEmbedded = deps.host.adminOf(call.project.id)?.kind === 'embedded'
  return jsonAnswer(200, await checkStaged(staged, { imports: deps.imports, schemas, isEmbedded }))
}

async function update(deps: ImportDeps, call: CallOf<'updateImport'>): Promise<StagedImport> {
  const staged = await requireImport(deps, call)
  const body = await call.body()
  const schemas = await schemasFor(deps, call)
  return deps.database.durable(() =>
    recorded(
      call,
      deps.imports.change(staged, (kept) => changedBy(body, kept, schemas)),
    ),
  )
}

/** Records a change of an import in its transaction, and returns the import. Refuses if it no longer exists. */
async function recorded(call: ProjectCall, changing: Promise<StagedImport | undefined>): Promise<StagedImport> {
  const changed = await changing
  if (changed === undefined) throw new RefusalError({ code: 409, reason: 'The file was removed meanwhile.' })
  await call.record(targetOf(changed))
  return changed
}

/** Returns the staged import with a call's changes; refuses changes that do not fit. */
function changedBy(body: BodyOf<'updateImport'>, staged: StagedImport, schemas: Schemas): StagedImport {
  const { schema_id: schemaId = staged.schemaId, targets: given, source: named, providers = staged.providers } = body
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
  const { source: before, ...rest } = staged
  const source = named === undefined ? before : named === 'own' ? undefined : named
  if (source !== before && (staged.more ?? []).length > 0)
    throw refuseImport(source === undefined ? 'single' : 'other_source')
  return {
    ...rest,
    schemaId,
    targets,
    ...(source !== undefined && { source }),
    ...(providers !== undefined && { providers }),
  }
}

async function start(deps: ImportDeps, call: CallOf<'startImport'>): Promise<Response> {
  const staged = await requireImport(deps, call)
  // A caller who may not read the schemas is refused now, instead of by a failing job.
  await schemasFor(deps, call)
  return startedAnswer(deps, call, { kind: 'import', source: staged.id }, targetOf(staged).name)
}

async function requireImport({ imports }: ImportDeps, { project, params }: ProjectCall): Promise<StagedImport> {
  const staged = await imports.find(project.id, params['import_id'] ?? '')
  if (staged !== undefined) return staged
  throw new RefusalError({ code: 404, reason: 'No file of this id waits here. Files are kept for a day.' })
}

function requireSchema(schemas: Schemas, id: string): Schemas[number] {
  const schema = schemas.find((one) => one.id === id)
  if (schema !== undefined) return schema
  throw new RefusalError({ code: 400, reason: `There is no schema "${id}" in this project.` })
}

/** Reads the schemas with the caller's permission. */
function schemasFor({ answerAs }: ImportDeps, call: ProjectCall): Promise<Schemas> {
  return schemasOf(actingFor(answerAs, savedCaller(call), call.project.id))
}

async function present(imports: Staging, staged: StagedImport) {
  const { id, fileName, format, schemaId, targets, receivedAt, source, more = [] } = staged
  const columns = format === 'csv' && source === undefined ? await columnsOf(staged, imports.contentOf(id)) : []
  return {
    id,
    file_name: fileName,
    format,
    schema_id: schemaId,
    source: source ?? null,
    further_files: more.map(({ name, format: kind }) => ({ name, format: kind })),
    columns: columns.map(({ name, samples }, index) => ({ name, target: targets[index] ?? '', samples })),
    received_at: timestamp(receivedAt),
  }
}

function targetOf({ id, fileName, format }: StagedImport) {
  return { kind: 'import', id, name: fileName === '' ? format.toUpperCase() : fileName }
}

/** Adds a file to an import of another system's export: data that the export keeps separate from its people. */
async function addFile(
  { imports, database }: ImportDeps,
  call: CallOf<'addImportFile'>,
  staged: StagedImport,
): Promise<StagedImport> {
  if (!takesFurtherFile(staged)) throw refuseImport('single')
  const { file_name: name = '' } = call.query
  const file = await receive(imports, call)
  try {
    const kind = await kindOf(imports, staged, file, name)
    return await database.durable(() => recorded(call, imports.add(staged, { id: file.id, name, ...kind })))
  } catch (error) {
    await imports.discard(file.id)
    throw error
  }
}

async function kindOf(
  imports: Staging,
  { source }: StagedImport,
  file: ReceivedFile,
  name: string,
): Promise<Pick<FurtherFile, 'format' | 'delimiter'>> {
  if (source === 'firebase' && (await isFirebaseHash(imports, file))) return { format: 'firebase_hash', delimiter: '' }
  const { format, delimiter, source: found } = await recognizeFile(imports, file, name)
  if (found !== source) throw refuseImport('other_source', found)
  return { format, delimiter }
}
