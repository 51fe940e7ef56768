import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** A path inside the repository. @param {string} path */
export const atRoot = (path) => join(root, path)

/** The Node 24 that the packages bring. */
export const node24 = atRoot('node_modules/node/bin/node')

const heartbeatMs = 10_000

/**
 * Returns the environment for everything that is started: Node 24 and the tools come first on PATH, and Node's compile
 * cache is kept, which halves the next start.
 */
export function childEnvironment() {
  const path = [atRoot('node_modules/node/bin'), atRoot('node_modules/.bin'), process.env['PATH'] ?? '']
  return { NODE_COMPILE_CACHE: atRoot('node_modules/.cache/compiled'), ...process.env, PATH: path.join(delimiter) }
}

/**
 * Runs a script with Node 24 until it ends, passing signals on. Returns its exit code.
 * @param {readonly string[]} args
 * @param {string} [folder] its working folder; the repository's folder by default
 * @returns {Promise<number>}
 */
export function runToEnd(args, folder = root) {
  const child = spawn(node24, ['--disable-warning=ExperimentalWarning', ...args], {
    cwd: folder,
    stdio: 'inherit',
    env: childEnvironment(),
  })
  const forward = (/** @type {NodeJS.Signals} */ signal) => {
    // A terminal sends Ctrl-C to the child as well; a second one would read as impatience.
    if (signal !== 'SIGINT' || process.stdin.isTTY !== true) child.kill(signal)
  }
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, forward)
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    child.on('exit', (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])))
  })
}

/**
 * Runs a step that may take a while: prints its title, shows progress, and shows its output only if it fails.
 * @param {string} title
 * @param {string} program
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export async function runStep(title, program, args, options = {}) {
  const started = Date.now()
  const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`
  console.error(`${title} …`)
  const heartbeat = setInterval(() => console.error(`  … still at it (${seconds()})`), heartbeatMs)
  const child = spawn(program, args, {
    cwd: root,
    env: childEnvironment(),
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout?.on('data', (chunk) => (output += chunk))
  child.stderr?.on('data', (chunk) => (output += chunk))
  const code = await new Promise((resolve) => {
    child.on('error', (error) => {
      output += error.message
      resolve(1)
    })
    child.on('close', resolve)
  })
  clearInterval(heartbeat)
  if (code !== 0) throw new Error(`${output}\n${title}: failed after ${seconds()}.`)
  console.error(`  done (${seconds()})`)
}
