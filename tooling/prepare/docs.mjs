import { cpSync, existsSync, readFileSync, readdirSync } from 'node:fs'
import { fingerprint } from './fingerprint.mjs'
import { atRoot, node24, runStep } from './process.mjs'

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

/**
 * Builds the documentation if it is stale, for the developer tools, and copies it into the bundle if there is one. A
 * gateway starts without it, too.
 */
export async function buildDocs() {
  try {
    const wanted = builtFrom()
    const state = `${folder}/.built-from`
    if (!existsSync(state) || !wanted.endsWith(`=${readFileSync(state, 'utf8')}`)) {
      await runStep('Building the documentation', node24, [
        '--disable-warning=ExperimentalWarning',
        atRoot('docs-site/main.ts'),
        wanted,
      ])
    }
    if (existsSync(atRoot('dist'))) cpSync(folder, atRoot('dist/docs-site/dist'), { recursive: true })
  } catch (error) {
    console.error(`The documentation is not built: ${error instanceof Error ? error.message : String(error)}`)
  }
}
