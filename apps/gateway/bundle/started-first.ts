import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { isProcess } from './programs.ts'

const started = '?started'
const first = fileURLToPath(new URL('./start.ts', import.meta.url))

/**
 * Puts `start.ts` in front of every program that is a separate process, as the only contents of its file: modules after
 * it are then loaded from the compile cache.
 */
export function startedFirst(): Plugin {
  return {
    name: 'started-first',
    enforce: 'pre',
    async resolveId(source, importer, { isEntry }) {
      if (source.endsWith(started)) return source
      const resolved = await this.resolve(source, importer, { skipSelf: true })
      // A process is never imported.
      return isEntry && resolved && isProcess(resolved.id) ? resolved.id + started : resolved
    },
    load(id) {
      if (!id.endsWith(started)) return undefined
      return `import '${first}'\nawait import('${id.slice(0, -started.length)}')`
    },
  }
}
