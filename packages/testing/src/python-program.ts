import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { alone, exists } from './go-program.ts'
import { repositoryRoot } from './service-process.ts'

const run = promisify(execFile)

/** A program of PyPI with a list of exact versions and hashes in `conformance/engines/<name>/requirements.txt`. */
export interface PythonProgram {
  readonly name: string
  /** A module that can be imported once it is installed. */
  readonly module: string
}

/** Where Python is missing: why the program cannot be run. What was installed before needs no more than itself. */
export async function pythonProgramIsMissing({ name }: PythonProgram): Promise<string | undefined> {
  if (await exists(join(await folder(name), 'ready'))) return undefined
  try {
    await run('python3', ['-c', 'import venv, ensurepip'])
    return undefined
  } catch {
    return `Python 3 with venv is not installed, so ${name} cannot be run (Debian: apt-get install python3-venv)`
  }
}

/** The virtual environment of a program; the first call on a machine installs it from PyPI, by its list. */
export async function installedPythonProgram({ name, module }: PythonProgram): Promise<string> {
  const environment = await folder(name)
  await mkdir(join(environment, '..'), { recursive: true })
  return alone(`${environment}.lock`, async () => {
    if (await exists(join(environment, 'ready'))) return environment
    process.stderr.write(`Installing ${name} from conformance/engines/${name}; this happens once.\n`)
    await rm(environment, { recursive: true, force: true })
    await run('python3', ['-m', 'venv', environment])
    const pip = ['-m', 'pip', 'install', '--quiet', '--require-hashes', '--only-binary', ':all:', '-r', listOf(name)]
    await run(join(environment, 'bin/python3'), pip, { timeout: 600_000 })
    // Named last: an installation that was interrupted is done again.
    await run(join(environment, 'bin/python3'), ['-c', `import ${module}`])
    await mkdir(join(environment, 'ready.part'))
    await rename(join(environment, 'ready.part'), join(environment, 'ready'))
    return environment
  })
}

function listOf(name: string): string {
  return join(repositoryRoot, 'conformance/engines', name, 'requirements.txt')
}

async function folder(name: string): Promise<string> {
  const sum = createHash('sha256').update(await readFile(listOf(name)))
  return join(repositoryRoot, 'conformance/.cache', `${name}-${sum.digest('hex').slice(0, 16)}`)
}
