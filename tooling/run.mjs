// Runs on the Node a machine already has (20 or newer) before anything is installed, so: plain JavaScript, no imports
// from packages. Everything it starts runs on Node 24, which is itself a dependency.
import { existsSync, readFileSync } from 'node:fs'
import { buildPages } from './prepare/build.mjs'
import { buildBundle } from './prepare/bundle.mjs'
import { buildDocs, builtFrom } from './prepare/docs.mjs'
import { installPackages } from './prepare/install.mjs'
import { withLock } from './prepare/lock.mjs'
import { atRoot, runToEnd } from './prepare/process.mjs'

/**
 * The preparation and the program of each command. The first entry that exists is taken.
 * @type {Readonly<Record<string, { pages: string, bundle?: boolean, entries: readonly string[] }>>}
 */
const commands = {
  start: { pages: 'needs', bundle: true, entries: ['dist/main.js'] },
  dev: { pages: 'needs', entries: ['apps/gateway/src/dev.ts', 'apps/gateway/src/main.ts'] },
  test: { pages: 'reports', bundle: true, entries: ['tooling/test.ts'] },
  'test:all': { pages: 'reports', bundle: true, entries: ['tooling/test.ts'] },
  engines: { pages: 'none', entries: ['tooling/prepare/engines.ts'] },
  check: { pages: 'reports', entries: ['tooling/check.ts'] },
  bench: { pages: 'needs', bundle: true, entries: ['bench/main.ts'] },
  soak: { pages: 'needs', bundle: true, entries: ['bench/soak/main.ts'] },
  faults: { pages: 'needs', bundle: true, entries: ['bench/faults/main.ts'] },
  screenshots: { pages: 'needs', entries: ['e2e/screenshots.ts'] },
  conformance: { pages: 'none', entries: ['tooling/conformance.ts'] },
  build: { pages: 'needs', bundle: true, entries: [] },
  engine: { pages: 'none', entries: ['tooling/build-engine.ts'] },
  locales: { pages: 'none', entries: ['tooling/check-locales.ts'] },
  docs: { pages: 'none', entries: ['docs-site/main.ts'] },
  gallery: { pages: 'none', entries: ['gallery/main.ts'] },
  example: { pages: 'none', entries: ['examples/login-form/main.ts'] },
  gatehouse: { pages: 'none', entries: ['apps/cli/src/main.ts'] },
}

const [name = '', ...args] = process.argv.slice(2)
const command = Object.hasOwn(commands, name) ? commands[name] : undefined
if (command === undefined) {
  console.error(`Say what to run: ${Object.keys(commands).join(', ')}.`)
  process.exit(2)
}
if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error(`Gatehouse needs Node 20 or newer to start; this is ${process.version}.`)
  process.exit(1)
}

// At once: nothing has to be installed or built for it.
if (name === 'start' && args.some((arg) => arg === '--help' || arg === '-h')) {
  console.log(readFileSync(atRoot('apps/gateway/src/process/start-help.txt'), 'utf8').trimEnd())
  process.exit(0)
}

try {
  // `npm start` while `npm test` builds must wait for it, not build into the same folder.
  await withLock(async () => {
    await installPackages()
    if (command.pages === 'none') return
    // `npm run build` always rebuilds.
    const force = name === 'build' && !args.includes('--when-stale')
    try {
      await buildPages({ force })
      // First: the bundle names its folder.
      if (command.bundle || name === 'dev') await buildDocs()
      if (command.bundle) await buildBundle({ force })
    } catch (error) {
      if (command.pages === 'needs') throw error
      console.error(error instanceof Error ? error.message : error)
      args.push('--without-pages')
    }
  })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

if (name === 'docs') args.push(builtFrom())
if (name === 'test:all') {
  args.push('--all')
  // An engine that cannot be had is said here; its tests say so again.
  await runToEnd([atRoot('tooling/prepare/engines.ts')])
}
const entry = command.entries.find((file) => existsSync(atRoot(file)))
if (entry !== undefined) {
  // npm changes to its own folder; the paths a person types are relative to their current one.
  const folder = name === 'gatehouse' ? process.env['INIT_CWD'] : undefined
  process.exitCode = await runToEnd([atRoot(entry), ...args], folder)
} else if (command.entries.length > 0) {
  console.error(`${command.entries.join(' or ')} is missing from this copy of Gatehouse.`)
  process.exitCode = 1
}
