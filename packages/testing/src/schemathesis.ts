import { execFile, type ExecFileOptions } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { repositoryRoot } from './service-process.ts'
import { schemathesis } from './engines.ts'

const hooksFolder = join(repositoryRoot, 'conformance/engines/schemathesis')

/** The checks of every answer: no failure of the server, and the document's content type and shape. */
const checks = ['not_a_server_error', 'content_type_conformance', 'response_schema_conformance']

/** The document, address and limits of a run. */
export interface SchemathesisRun {
  /** An OpenAPI document. */
  readonly document: unknown
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** Operations that are left out, by their ids. */
  readonly without?: readonly string[]
  /** The longest duration of the run, in seconds. */
  readonly seconds: number
  /** The same examples again for the same number. */
  readonly seed: number
}

/** The result of a run. */
export interface SchemathesisResult {
  /** The whole report if it found something or could not continue; empty otherwise. */
  readonly failures: string
  /** How many requests were sent. */
  readonly sent: number
  /** The operations that answered 2xx at least once, by their ids. */
  readonly reached: ReadonlySet<string>
}

/**
 * Sends requests that an OpenAPI document allows, and ones that it does not; finds answers of 5xx, and those that
 * differ from the document.
 */
export async function runSchemathesis(run: SchemathesisRun): Promise<SchemathesisResult> {
  const environment = await schemathesis.path()
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-schemathesis-'))
  try {
    const file = join(folder, 'openapi.json')
    await writeFile(file, JSON.stringify(run.document))
    const args = ['run', file, '--url', run.url, '--checks', checks.join(','), '--phases', 'examples,coverage,fuzzing']
    args.push('--max-time', String(run.seconds), '--seed', String(run.seed), '--continue-on-failure', '--no-color')
    args.push('--suppress-health-check', 'all')
    for (const [name, value] of Object.entries(run.headers ?? {})) args.push('--header', `${name}: ${value}`)
    for (const operation of run.without ?? []) args.push('--exclude-operation-id', operation)
    const answers = join(folder, 'answers')
    const { code, output } = await ended(join(environment, 'bin/schemathesis'), args, {
      cwd: folder,
      maxBuffer: 64 * 1024 * 1024,
      env: {
        ...process.env,
        PYTHONPATH: hooksFolder,
        PYTHONDONTWRITEBYTECODE: '1',
        SCHEMATHESIS_HOOKS: 'answers',
        SCHEMATHESIS_ANSWERS: answers,
      },
    })
    const [, sent = '0'] = /([\d,]+) generated/.exec(output) ?? []
    const lines = (await readFile(answers, 'utf8').catch(() => '')).split('\n')
    const reached = lines.filter((line) => / 2\d\d$/.test(line)).map((line) => line.slice(0, line.indexOf(' ')))
    return { failures: code === 0 ? '' : output, sent: Number(sent.replaceAll(',', '')), reached: new Set(reached) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function ended(
  program: string,
  args: readonly string[],
  options: ExecFileOptions,
): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(program, [...args], { ...options, encoding: 'utf8' }, (error, stdout, stderr) => {
      const code = error === null ? 0 : Number(error.code ?? 1)
      resolve({ code, output: `${stdout}${stderr}` })
    })
  })
}
