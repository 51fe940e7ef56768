import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { atRoot, node24, runStep } from './process.mjs'

const folder = atRoot('node_modules/@hanazuki/node-jsonnet')
const compiler = atRoot('node_modules/cmake-js/bin/cmake-js')
const result = join(folder, 'build/Release/node-jsonnet.node')

/**
 * Compiles the Jsonnet engine, unless that has been done. It is optional, and not compiled when packages are installed:
 * that takes a minute, cmake and a C++ compiler, and most people need none of it. Throws if it cannot be compiled.
 */
export async function compileJsonnet() {
  if (existsSync(result)) return
  const missing = whatIsMissing()
  if (missing !== undefined) throw new Error(`Jsonnet cannot be compiled: ${missing}.`)
  await runStep('Compiling Jsonnet (once, about a minute)', node24, [compiler, 'build'], { cwd: folder })
}

/** As `compileJsonnet`, where that is possible: a compiler that does not work is none. In CI it has to be possible. */
export async function compileJsonnetIfPossible() {
  if (process.env['CI']) return compileJsonnet()
  if (whatIsMissing() !== undefined) return
  try {
    await compileJsonnet()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    console.error('What needs Jsonnet is left out.')
  }
}

function whatIsMissing() {
  if (!existsSync(folder) || !existsSync(compiler)) {
    return 'its package was left out of the installation; run "npm ci" where cmake and a C++ compiler are installed'
  }
  if (!isOnPath('cmake')) return 'install cmake (Debian: apt-get install cmake g++ make)'
  if (!['c++', 'g++', 'clang++'].some(isOnPath)) return 'install a C++ compiler (Debian: apt-get install g++ make)'
  return undefined
}

/** @param {string} program */
function isOnPath(program) {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return folders.some((folder) => existsSync(join(folder, program)) || existsSync(join(folder, `${program}.exe`)))
}
