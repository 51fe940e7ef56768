import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fingerprint } from './fingerprint.mjs'
import { atRoot, node24, runStep } from './process.mjs'

/** The sources of all pages, beside the app itself. */
const shared = [
  'packages/client',
  'packages/contract',
  'packages/design',
  'packages/flow-form',
  'packages/i18n',
  'locales',
  'package-lock.json',
]

const apps = [
  { folder: 'apps/account', name: 'the account pages' },
  { folder: 'apps/console', name: 'the console' },
]

/** Builds the pages, each app unless its sources are unchanged. @param {{ force: boolean }} options */
export async function buildPages({ force }) {
  for (const app of apps) await buildApp(app, force)
}

/** @param {{ folder: string, name: string }} app @param {boolean} force */
async function buildApp({ folder, name }, force) {
  const readyFile = atRoot(`${folder}/build/.ready`)
  const wanted = fingerprint([folder, ...shared].map(atRoot))
  const isBuilt = existsSync(atRoot(`${folder}/build/server/index.js`))
  const isCurrent = isBuilt && existsSync(readyFile) && readFileSync(readyFile, 'utf8') === wanted
  if (isCurrent && !force) return
  await runStep(`Building ${name}`, node24, [atRoot('node_modules/.bin/react-router'), 'build'], {
    cwd: atRoot(folder),
  })
  mkdirSync(atRoot(`${folder}/build`), { recursive: true })
  writeFileSync(readyFile, wanted)
}
