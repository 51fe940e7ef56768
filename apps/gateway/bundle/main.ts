/** Builds the bundle, after `npm run build` has built the pages. Its contents: docs/decisions/0031. */
import { appendFileSync, copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { build } from 'vite'
import { filesBeside } from './files-beside.ts'
import { bundleFolder, entries, root } from './programs.ts'
import { startedFirst } from './started-first.ts'

const require = createRequire(import.meta.url)

await build({
  configFile: false,
  root,
  logLevel: 'error',
  plugins: [startedFirst(), filesBeside()],
  ssr: { noExternal: true, target: 'node' },
  // A program is in a separate file that nothing else loads.
  define: { 'process.env.NODE_ENV': '"production"', 'import.meta.main': 'true' },
  resolve: {
    conditions: ['node'],
    // Its parts require each other; with the import condition, require would find a module of another kind.
    alias: Object.fromEntries(
      ['pg', 'pg-pool', 'pg-protocol', 'pg-connection-string'].map((name) => [name, require.resolve(name)]),
    ),
  },
  build: {
    ssr: true,
    outDir: bundleFolder,
    emptyOutDir: process.argv.includes('--anew'),
    copyPublicDir: false,
    target: 'node24',
    sourcemap: true,
    license: { fileName: 'third-party-licenses.txt' },
    rolldownOptions: {
      input: { ...entries },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        // Modules run in the order of their imports: some packages change a global object for those after them.
        strictExecutionOrder: true,
        // Names and lines are enough for a stack.
        sourcemapExcludeSources: true,
      },
    },
  },
})

const { version, description, license, repository } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
const manifest = {
  name: 'gatehouse',
  version,
  description,
  license,
  // As in every published package: docs/release.md.
  ...(repository !== undefined && { repository: { type: 'git', url: repository.url } }),
  publishConfig: { access: 'public', ...(repository !== undefined && { provenance: true }) },
  type: 'module',
  engines: { node: '>=24' },
  bin: { gatehouse: './bin.js' },
  scripts: { start: 'node main.js' },
}
writeFileSync(`${bundleFolder}/package.json`, `${JSON.stringify(manifest, null, 2)}\n`)
// The licenses of Go modules, which the bundler does not know.
const engineLicenses = readFileSync(`${root}packages/identity/src/engine/module/licenses.txt`, 'utf8')
appendFileSync(`${bundleFolder}/third-party-licenses.txt`, `\n${engineLicenses}`)
for (const file of ['LICENSE', 'CHANGELOG.md'])
  if (existsSync(root + file)) copyFileSync(root + file, `${bundleFolder}/${file}`)
copyFileSync(`${root}apps/gateway/bundle/README.md`, `${bundleFolder}/README.md`)

// The file that `npx gatehouse` runs, with whichever Node a machine has.
writeFileSync(`${bundleFolder}/bin.js`, "#!/usr/bin/env node\nimport './gatehouse.js'\n", { mode: 0o755 })
