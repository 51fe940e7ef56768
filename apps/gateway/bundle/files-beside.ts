import { cpSync, existsSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { bundleFolder, entries, root } from './programs.ts'

/** A file or folder that a module names by its path. */
const named = /new URL\(\s*'(\.{1,2}\/[^']+)',\s*import\.meta\.url,?\s*\)/g

/** A synchronous require of a package within a function. */
const required = /\brequire\('([^']+)'\)/g

/** Scripts for browsers are sent unchanged. */
const isProgram = (path: string) => /\.[jt]s$/.test(path) && !path.includes('/browser/')

/** Entries with an explicit name; the others are named after their source. */
const names = new Map(Object.entries(entries).map(([name, path]) => [path, name]))
const nameOf = (path: string) => names.get(path) ?? basename(path).replace(/\.[jt]s$/, '')

/**
 * Adds the files that modules name by path to the bundle. A program (a thread, a command, the pages) becomes a separate
 * file; everything else is copied, below the path that it has in the repository. All files that are made of modules lie
 * in one folder, so an address works whichever file its module went into.
 */
export function filesBeside(): Plugin {
  const copied = new Set<string>()
  const emitted = new Set(Object.keys(entries))
  return {
    name: 'files-beside',
    // This runs before types are removed, which also changes quotes.
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(root) || id.includes('/node_modules/')) return undefined
      const fileOf = (module: string, name: string) => {
        if (!emitted.has(name)) this.emitFile({ type: 'chunk', id: module, fileName: `${name}.js` })
        emitted.add(name)
        return `./${name}.js`
      }
      const changed = code
        .replaceAll(named, (whole, beside: string) => {
          const path = fileURLToPath(new URL(beside, pathToFileURL(id)))
          if (!existsSync(path)) return whole
          if (isProgram(path)) return `new URL('${fileOf(path, nameOf(path))}', import.meta.url)`
          copied.add(path)
          return `new URL('./${relative(root, path)}', import.meta.url)`
        })
        .replaceAll(required, (_, wanted: string) => `require('${fileOf(wanted, wanted.replaceAll(/\W+/g, '-'))}')`)
      // Line numbers do not change.
      return changed === code ? undefined : { code: changed, map: null }
    },
    writeBundle() {
      for (const path of copied) cpSync(path, join(bundleFolder, relative(root, path)), { recursive: true })
    },
  }
}
