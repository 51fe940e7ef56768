import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { alone, exists } from './go-program.ts'
import { repositoryRoot } from './service-process.ts'

const run = promisify(execFile)

/** A program of PyPI with a list of exact versions and hashes. */
export interface PythonProgram {
  readonly name: string
  /** The list, in the repository; absent: `conformance/engines/<name>/requirements.txt`. */
  readonly list?: string
  /** A module that can be imported once it is installed. */
  readonly module: string
}

/** What the example on FastAPI needs. */
export const exampleOnFastApi: PythonProgram = {
  name: 'fastapi',
  module: 'fastapi',
  list: 'examples/fastapi/requirements.txt',
}

/** Where Python is missing: why the program cannot be run. What was installed before needs no more than itself. */
export async function pythonProgramIsMissing(program: PythonProgram): Promise<string | undefined> {
  const { name } = program
  if (await exists(join(await folder(program), 'ready'))) return undefined
  try {
    await run('python3', ['-c', 'import venv, ensurepip'])
    return undefined
  } catch {
    return `Python 3 with venv is not installed, so ${name} cannot be run (Debian: apt-get install python3-venv)`
  }
}

/** The virtual environment of a program; the first call on a machine installs it from PyPI, by its list. */
export async function installedPythonProgram(program: PythonProgram): Promise<string> {
  const { name, module } = program
  const environment = await folder(program)
  await mkdir(join(environment, '..'), { recursive: true })
  return alone(`${environment}.lock`, async () => {
    if (await exists(join(environment, 'ready'))) return environment
    process.stderr.write(`Installing ${name} by ${listOf(program)}; this happens once.\n`)
    await rm(environment, { recursive: true, force: true })
    await run('python3', ['-m', 'venv', environment])
    const pip = ['-m', 'pip', 'install', '--quiet', '--require-hashes', '--only-binary', ':all:', '-r', listOf(program)]
    await run(join(environment, 'bin/python3'), pip, { timeout: 600_000 })
    // Named last: an installation that was interrupted is done again.
    await run(join(environment, 'bin/python3'), ['-c', `import ${module}`])
    await mkdir(join(environment, 'ready.part'))
    await rename(join(environment, 'ready.part'), join(environment, 'ready'))
    return environment
  })
}

function listOf({ name, list = `conformance/engines/${name}/requirements.txt` }: PythonProgram): string {
  return join(repositoryRoot, list)
}

async function folder(program: PythonProgram): Promise<string> {
  const sum = createHash('sha256').update(await readFile(listOf(program)))
  return join(repositoryRoot, 'conformance/.cache', `${program.name}-${sum.digest('hex').slice(0, 16)}`)
}
