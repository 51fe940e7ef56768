import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { alone, enginesFolder, exists, notPrepared, type Engine } from './engine.ts'
import { repositoryRoot } from './service-process.ts'

const run = promisify(execFile)
const modulesFolder = join(repositoryRoot, 'conformance/engines')
const buildTimeoutMs = 900_000
/**
 * Leaves out the debugger's data, which takes a fifth of the processor time of a build: no test debugs these programs.
 */
const quickly = ['-gcflags=all=-dwarf=false', '-ldflags=-s -w']

/** A real program that tests need, built from sources of the Go module proxy. */
export interface GoProgram extends Engine {
  /** Returns the folder for the files of the exact sources that go.sum names. */
  cache(): Promise<string>
}

/** Returns the program that `conformance/engines/{name}` wraps; `title` is its name for people. */
export function goProgram(name: 'kratos' | 'hydra', title: string): GoProgram {
  const moduleFolder = join(modulesFolder, name)

  async function cache(): Promise<string> {
    const sources = createHash('sha256')
    for (const file of ['go.sum', 'main.go']) sources.update(await readFile(join(moduleFolder, file)))
    return join(enginesFolder(), `${name}-${sources.digest('hex').slice(0, 16)}`)
  }

  async function build(program: string): Promise<void> {
    await run('go', ['build', ...quickly, '-trimpath', '-tags', 'sqlite', '-o', `${program}.part`, '.'], {
      cwd: moduleFolder,
      env: { ...process.env, CGO_ENABLED: '1', CGO_CFLAGS: '-O1 -g0' },
      timeout: buildTimeoutMs,
      maxBuffer: 64 * 1024 * 1024,
    })
    await rename(`${program}.part`, program)
  }

  const program = async () => join(await cache(), name)
  const missing = async () => ((await exists(await program())) ? undefined : notPrepared(title))
  return {
    title,
    cache,
    missing,
    async prepare() {
      try {
        await run('go', ['version'])
      } catch {
        throw new Error(`Go is not installed, so ${title} cannot be built (https://go.dev/dl)`)
      }
      const folder = await cache()
      await mkdir(folder, { recursive: true })
      await alone(join(folder, 'build.lock'), async () => {
        if (!(await exists(join(folder, name)))) await build(join(folder, name))
      })
    },
    async path() {
      const reason = await missing()
      if (reason !== undefined) throw new Error(reason)
      return program()
    },
  }
}
