import { spawn } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { fingerprint } from './fingerprint.mjs'
import { atRoot, childEnvironment, node24 } from './process.mjs'

/** The sources of the documentation: its documents, its program, and the packages of ours that this one imports. */
const parts = () => [
  'docs',
  'docs-site',
  'packages/contract',
  'packages/design',
  ...['packages', 'examples'].flatMap((folder) =>
    readdirSync(atRoot(folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${folder}/${name}/README.md`),
  ),
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'package.json',
  'package-lock.json',
]
const folder = atRoot('docs-site/dist')

/** Returns the argument that tells the documentation's build the fingerprint of its sources. */
export const builtFrom = () => `--built-from=${fingerprint(parts().map(atRoot))}`

/** Builds the documentation if it is stale, for the developer tools. The gateway starts without it, too. */
export function startDocs() {
  try {
    startBuild()
  } catch (error) {
    console.error(`The documentation is not built: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/**
 * Builds the documentation at low priority beside the gateway that starts: the developer tools show it once it exists.
 * Tells the gateway its folder, unless the environment names one.
 */
function startBuild() {
  if (process.env['GATEHOUSE_DOCS'] !== undefined || process.env['GATEHOUSE_DEV'] === 'false') return
  process.env['GATEHOUSE_DOCS'] = folder
  const wanted = builtFrom()
  const state = `${folder}/.built-from`
  if (existsSync(state) && wanted.endsWith(`=${readFileSync(state, 'utf8')}`)) return
  const args = ['--disable-warning=ExperimentalWarning', atRoot('tooling/prepare/docs-in-development.ts'), wanted]
  const child = spawn(node24, args, { cwd: atRoot('.'), stdio: 'ignore', env: childEnvironment() })
  // `npm run docs` reports faults.
  child.on('error', () => {})
  child.once('spawn', () => child.pid !== undefined && setPriority(child.pid, constants.priority.PRIORITY_LOW))
  child.unref()
  process.once('exit', () => child.kill())
}
