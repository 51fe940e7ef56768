/** Makes the bundle: `npm run build` has built the pages before. What it is and holds: docs/decisions/0031. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
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
  // Compiled on the machine that needs it, and only there.
  ssr: { noExternal: true, external: ['@hanazuki/node-jsonnet'], target: 'node' },
  // A program has a file of its own that nothing else loads.
  define: { 'process.env.NODE_ENV': '"production"', 'import.meta.main': 'true' },
  resolve: {
    conditions: ['node'],
    // Its parts require each other, and what they require is a module of another kind where the condition is to import.
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
        // Modules run in the order of their imports, wherever they were put: some packages change a global object for those after them.
        strictExecutionOrder: true,
        // Names and lines are enough for a stack.
        sourcemapExcludeSources: true,
      },
    },
  },
})

const { version, license } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
const { optionalDependencies } = JSON.parse(readFileSync(`${root}packages/identity/package.json`, 'utf8'))
const manifest = {
  name: 'gatehouse',
  version,
  private: true,
  license,
  type: 'module',
  engines: { node: '>=24' },
  bin: { gatehouse: './gatehouse.js' },
  scripts: { start: 'node main.js' },
  // Optional for npm as well: only who uses Jsonnet installs it.
  peerDependencies: optionalDependencies,
  peerDependenciesMeta: Object.fromEntries(Object.keys(optionalDependencies).map((name) => [name, { optional: true }])),
}
writeFileSync(`${bundleFolder}/package.json`, `${JSON.stringify(manifest, null, 2)}\n`)
copyFileSync(`${root}LICENSE`, `${bundleFolder}/LICENSE`)
