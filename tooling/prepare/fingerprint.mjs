import { createHash } from 'node:crypto'
import { lstatSync, readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './process.mjs'

const skippedFolders = new Set(['node_modules', 'build', 'dist', '.next', '.react-router', 'results'])

/**
 * A hash over the names and contents of files and folders, tests and links excepted; paths that do not exist, or are gone
 * by the time they are read, count as empty.
 * @param {readonly string[]} paths absolute
 * @returns {string}
 */
export function fingerprint(paths) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap((path) => filesBelow(path))) {
    const content = unlessGone(() => readFileSync(file))
    if (content !== undefined) hash.update(relative(root, file)).update('\0').update(content).update('\0')
  }
  return hash.digest('hex')
}

/** @param {string} path @returns {string[]} */
function filesBelow(path) {
  const found = unlessGone(() => lstatSync(path))
  if (found?.isFile()) return [path]
  if (!found?.isDirectory()) return []
  return (unlessGone(() => readdirSync(path, { withFileTypes: true })) ?? [])
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      if (entry.isDirectory()) return skippedFolders.has(entry.name) ? [] : filesBelow(join(path, entry.name))
      // A link to a folder is no file, and its target may be outside.
      return !entry.isFile() || /\.(?:test|fixture)\.tsx?$/.test(entry.name) ? [] : [join(path, entry.name)]
    })
}

/**
 * Returns the result of `read`; undefined if the file is gone, as programs beside this one write and remove files.
 * @template T @param {() => T} read @returns {T | undefined}
 */
function unlessGone(read) {
  try {
    return read()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
