import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { alone, enginesFolder, exists, notPrepared, type Engine } from './engine.ts'
import { repositoryRoot } from './service-process.ts'

const run = promisify(execFile)

/** A program of PyPI with a list of exact versions and hashes. */
export interface PythonSource {
  readonly name: string
  /** The list, in the repository; absent: `conformance/engines/<name>/requirements.txt`. */
  readonly list?: string
  /** A module that can be imported once it is installed. */
  readonly module: string
}

/** Returns the virtual environment of a program of PyPI; `path` is its folder. */
export function pythonProgram(source: PythonSource): Engine {
  const { name, module, list = `conformance/engines/${name}/requirements.txt` } = source
  const requirements = join(repositoryRoot, list)

  async function path(): Promise<string> {
    const sum = createHash('sha256').update(await readFile(requirements))
    return join(enginesFolder(), `${name}-${sum.digest('hex').slice(0, 16)}`)
  }

  async function install(environment: string): Promise<void> {
    await rm(environment, { recursive: true, force: true })
    await run('python3', ['-m', 'venv', environment])
    const pip = ['-m', 'pip', 'install', '--quiet', '--require-hashes', '--only-binary', ':all:', '-r', requirements]
    // A machine may keep wheels here; pip ignores a folder that does not exist.
    const env = { PIP_FIND_LINKS: '/opt/wheels', ...process.env }
    await run(join(environment, 'bin/python3'), pip, { timeout: 600_000, env })
    // Named last: an installation that was interrupted is done again.
    await run(join(environment, 'bin/python3'), ['-c', `import ${module}`])
    await mkdir(join(environment, 'ready.part'))
    await rename(join(environment, 'ready.part'), join(environment, 'ready'))
  }

  const missing = async () => ((await exists(join(await path(), 'ready'))) ? undefined : notPrepared(name))
  return {
    title: name,
    missing,
    async prepare() {
      if ((await missing()) === undefined) return
      try {
        await run('python3', ['-c', 'import venv, ensurepip'])
      } catch {
        throw new Error(
          `Python 3 with venv is not installed, so ${name} cannot be run (Debian: apt-get install python3-venv)`,
        )
      }
      const environment = await path()
      await mkdir(join(environment, '..'), { recursive: true })
      await alone(`${environment}.lock`, async () => {
        if (!(await exists(join(environment, 'ready')))) await install(environment)
      })
    },
    async path() {
      const reason = await missing()
      if (reason !== undefined) throw new Error(reason)
      return path()
    },
  }
}
