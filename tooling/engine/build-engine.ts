import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { withMemoryLimit } from './memory-limit.ts'

const run = promisify(execFile)

/** Folder of the engine's sources. */
const sources = fileURLToPath(new URL('../../packages/identity/src/engine/module/', import.meta.url))

/** The path of the engine in the repository. */
export const engineFile: string = join(sources, 'engine.wasm.br')

/** All that a program and the engine may take. */
const memoryBytes = 96 * 1024 * 1024

/** The build is independent of the machine: every build has the same bytes. */
const build = ['-mod=vendor', '-trimpath', '-buildvcs=false', '-buildmode=c-shared', '-ldflags=-s -w -buildid=']

/** Builds the engine as a WebAssembly module whose memory is limited. Throws if Go is missing or of another version. */
export async function buildEngine(): Promise<Buffer> {
  const wanted = /^toolchain (go\S+)$/m.exec(await readFile(join(sources, 'go.mod'), 'utf8'))?.[1]
  const { stdout: installed } = await run('go', ['env', 'GOVERSION'], { cwd: sources }).catch(() => ({ stdout: '' }))
  if (wanted === undefined || installed.trim() !== wanted) {
    throw new Error(`the engine is built with ${wanted ?? 'no Go'}; this machine has ${installed.trim() || 'none'}`)
  }
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-engine-'))
  try {
    const file = join(folder, 'engine.wasm')
    const env = { ...process.env, GOOS: 'wasip1', GOARCH: 'wasm', GOFLAGS: '', GOWASM: '', CGO_ENABLED: '0' }
    await cp(sources, folder, { recursive: true })
    await run('go', ['mod', 'vendor'], { cwd: folder, env })
    await cp(join(folder, 'sprig'), join(folder, 'vendor/github.com/Masterminds/sprig/v3'), { recursive: true })
    await run('go', ['build', ...build, '-o', file, '.'], { cwd: folder, env })
    return withMemoryLimit(await readFile(file), memoryBytes)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Compresses the module for the repository. */
export function packEngine(module: Buffer): Buffer {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 }
  return brotliCompressSync(module, { params })
}

/** Decompresses the stored module. */
export function unpackEngine(packed: Buffer): Buffer {
  return brotliDecompressSync(packed)
}
