import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fingerprint } from './fingerprint.mjs'
import { atRoot, node24, runStep } from './process.mjs'

const lockfile = atRoot('package-lock.json')
const installedLockfile = atRoot('node_modules/.package-lock.json')
const readyFile = atRoot('node_modules/.ready')

/** Installs the packages of the lockfile, unless they are installed already. */
export async function installPackages() {
  const wanted = fingerprint([lockfile])
  if (isInstalled(wanted)) return
  await runStep('Installing packages (the first time this takes a minute or two)', ...npm('ci', '--loglevel=error'))
  if (!existsSync(node24)) {
    // An npm that does not run install scripts leaves the package without its program.
    await runStep('Fetching Node 24', ...npm('rebuild', 'node', '--loglevel=error', '--ignore-scripts=false'))
  }
  if (!existsSync(node24)) {
    throw new Error('Node 24 is missing after the installation. Try: npm rebuild node --ignore-scripts=false')
  }
  writeFileSync(readyFile, wanted)
}

/** @param {string} wanted */
function isInstalled(wanted) {
  if (!existsSync(node24)) return false
  if (existsSync(readyFile) && readFileSync(readyFile, 'utf8') === wanted) return true
  // Someone may have installed by hand; then there is nothing to do twice.
  if (!existsSync(installedLockfile) || !agrees(packagesIn(lockfile), packagesIn(installedLockfile))) return false
  writeFileSync(readyFile, wanted)
  return true
}

/**
 * @typedef {{ version?: string, resolved?: string, link?: boolean, optional?: boolean, devOptional?: boolean, peer?: boolean }} Entry
 * @param {string} file
 * @returns {Record<string, Entry>}
 */
function packagesIn(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages ?? {}
}

/** @param {Record<string, Entry>} wanted @param {Record<string, Entry>} installed */
function agrees(wanted, installed) {
  return Object.entries(wanted).every(([path, entry]) => {
    const found = installed[path]
    if (!path.includes('node_modules/')) return true
    if (found === undefined) return entry.optional === true || entry.devOptional === true
    return found.version === entry.version && found.link === entry.link
  })
}

/** How to start npm: the one that started this program, else the one on PATH. @param {...string} args */
function npm(...args) {
  const script = process.env['npm_execpath']
  return /** @type {const} */ (script?.endsWith('.js') ? [process.execPath, [script, ...args]] : ['npm', args])
}
