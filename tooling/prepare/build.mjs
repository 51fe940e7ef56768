import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fingerprint } from './fingerprint.mjs'
import { atRoot, node24, runStep } from './process.mjs'

const accountFolder = atRoot('apps/account')
const readyFile = atRoot('apps/account/build/.ready')
const manifest = atRoot('apps/account/build/server/index.js')

/** Everything the account pages are made of. */
const sources = [
  'apps/account',
  'packages/client',
  'packages/contract',
  'packages/design',
  'packages/flow-form',
  'packages/i18n',
  'locales',
  'package-lock.json',
]

/** Builds the account pages, unless what they are made of has not changed. @param {{ force: boolean }} options */
export async function buildAccountPages({ force }) {
  const wanted = fingerprint(sources.map(atRoot))
  const isCurrent = existsSync(manifest) && existsSync(readyFile) && readFileSync(readyFile, 'utf8') === wanted
  if (isCurrent && !force) return
  await runStep('Building the account pages', node24, [atRoot('node_modules/.bin/react-router'), 'build'], {
    cwd: accountFolder,
  })
  mkdirSync(atRoot('apps/account/build'), { recursive: true })
  writeFileSync(readyFile, wanted)
}
