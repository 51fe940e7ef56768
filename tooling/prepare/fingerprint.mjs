import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './process.mjs'

const skippedFolders = new Set(['node_modules', 'build', '.react-router', 'results'])

/**
 * A hash over the names and contents of files and folders, tests excepted; paths that do not exist count as empty.
 * @param {readonly string[]} paths absolute
 * @returns {string}
 */
export function fingerprint(paths) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap((path) => filesBelow(path))) {
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

/** @param {string} path @returns {string[]} */
function filesBelow(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      if (entry.isDirectory()) return skippedFolders.has(entry.name) ? [] : filesBelow(join(path, entry.name))
      return /\.(?:test|fixture)\.tsx?$/.test(entry.name) ? [] : [join(path, entry.name)]
    })
}
