import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fingerprint } from './fingerprint.mjs'
import { atRoot, node24, runStep } from './process.mjs'

/** The sources of the program, its pages included. */
const parts = ['apps', 'packages', 'locales', 'package.json', 'package-lock.json']

const stateFolder = atRoot('.ready')
// Beside the bundle's folder, which is deployed as it is.
const readyFile = atRoot('.ready/bundle')

/** Bundles the program with its pages, which have to be built, unless nothing has changed. @param {{ force: boolean }} options */
export async function buildBundle({ force }) {
  const wanted = fingerprint(parts.map(atRoot))
  const isCurrent =
    existsSync(atRoot('dist/main.js')) && existsSync(readyFile) && readFileSync(readyFile, 'utf8') === wanted
  if (isCurrent && !force) return
  // A process that runs from the previous bundle loads some of its files later, so the folder is emptied only on an
  // explicit request.
  const args = [
    '--disable-warning=ExperimentalWarning',
    atRoot('apps/gateway/bundle/main.ts'),
    ...(force ? ['--anew'] : []),
  ]
  await runStep('Bundling the program', node24, args)
  mkdirSync(stateFolder, { recursive: true })
  writeFileSync(readyFile, wanted)
}
