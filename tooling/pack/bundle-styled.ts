import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { builtPath, entriesOf } from './manifest.ts'
import { type Published, root } from './published.ts'

/**
 * Builds modules whose style sheets are CSS modules: the modules name classes and import no style sheet, so that Node can
 * load them, and all styles are in `styles.css`.
 */
export async function bundleStyled(one: Published, dist: string): Promise<void> {
  const { modules, styles } = entriesOf(one)
  const at = join(root, one.folder)
  await build({
    configFile: false,
    root: at,
    base: './',
    logLevel: 'error',
    // Regardless of NODE_ENV here: React's production build does not have the calls of development.
    oxc: { jsx: { runtime: 'automatic', development: false } },
    define: { 'process.env.NODE_ENV': 'process.env.NODE_ENV' },
    css: { modules: { generateScopedName: 'gatehouse-[name]-[local]' } },
    build: {
      outDir: dist,
      emptyOutDir: false,
      copyPublicDir: false,
      minify: false,
      target: 'es2022',
      cssCodeSplit: false,
      cssMinify: false,
      lib: {
        entry: Object.fromEntries(modules.map(([, source]) => [builtPath(source).slice(2), join(at, source)])),
        formats: ['es'],
        cssFileName: 'styles',
      },
      rolldownOptions: {
        external: (id) => !id.startsWith('.') && !id.startsWith('/') && !id.startsWith('\0'),
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'parts/[name].js',
          // A server may draw them, and only a browser runs them.
          banner: ({ moduleIds }) => (moduleIds.some((id) => id.endsWith('.tsx')) ? "'use client'\n" : ''),
        },
      },
    },
  })
  // The other style sheets are published as they are.
  for (const [, source] of styles.filter(([name]) => name !== './styles.css')) {
    writeFileSync(join(dist, builtPath(source)), readFileSync(join(at, source), 'utf8'))
  }
  const before = (one.stylesOf ?? []).flatMap((folder) =>
    ['tokens.css', 'base.css', 'styles.css'].map((file) => join(root, folder, 'dist', file)),
  )
  const all = [...before, join(dist, 'styles.css')].map((file) => readFileSync(file, 'utf8').trim())
  writeFileSync(join(dist, 'styles.css'), `${all.join('\n\n')}\n`)
}
