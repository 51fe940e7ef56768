import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { CommandFailure } from '../command-failure.ts'
import { followJob } from './follow-job.ts'
import { done, openProject, type ProjectAccess, type ProjectOptions } from './project-access.ts'

/** How a file is imported at a control plane. */
export interface RemoteImport extends ProjectOptions {
  readonly report: string
  readonly schema?: string
  /** The id of a file that was handed in before. */
  readonly resume?: string
  readonly dryRun?: true
}

/** Hands a file in at a running control plane, has it imported as a job, and follows that. */
export async function importAtControlPlane(files: readonly string[], options: RemoteImport): Promise<void> {
  const access = await openProject(options)
  const { api, project } = access
  const id = options.resume ?? (await handIn(access, files, options.schema))
  const params = { project, import_id: id }
  if (options.dryRun === true) {
    const { fine, faulty, faults } = done(await api.call('checkImport', { params }))
    for (const { line, index, reason } of faults)
      console.error(`line ${[line, index].filter(Boolean).join('.')}: ${reason}`)
    done(await api.call('deleteImport', { params }))
    console.error(`${fine} fine, ${faulty} refused at ${access.where} (a dry run: nothing was created).`)
    if (faulty > 0) process.exitCode = 1
    return
  }
  await followJob(access, done(await api.call('startImport', { params })), options.report)
}

async function handIn({ api, project }: ProjectAccess, files: readonly string[], schema?: string): Promise<string> {
  const [file, ...others] = files
  if (file === undefined || file === '-' || others.length > 0) {
    throw new CommandFailure('With --project, name one file, or --resume.')
  }
  const made = await api.call('createImport', {
    params: { project },
    query: { file_name: basename(file).slice(0, 200), schema_id: schema },
    // Read while it is sent.
    upload: { content: await openAsBlob(file), type: 'application/octet-stream' },
  })
  const { id, columns } = done(made)
  const nowhere = columns.flatMap(({ name, target }) => (target === '' ? [name] : []))
  if (nowhere.length > 0) console.error(`Left out, for no trait is called so: ${nowhere.join(', ')}`)
  return id
}
