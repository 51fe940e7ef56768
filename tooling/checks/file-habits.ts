import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { Finding } from './finding.ts'
import { isTestFile } from './import-directions.ts'
import { readsEnvironment } from './layers.ts'
import type { SourceModule } from './source-tree.ts'

const mostLines = 400
const emptyNames = new Set(['utils', 'util', 'helpers', 'helper', 'misc', 'common', 'lib'])
/** Tables that grow with the wire, not with the program. */
const catalogues = /(?:catalogue|generated)[^/]*\.tsx?$/

/**
 * Finds modules that only pass on names without being an entry of their package, or that read the environment instead
 * of taking settings.
 */
export function moduleHabits(modules: readonly SourceModule[], entries: ReadonlySet<string>): readonly Finding[] {
  return modules.flatMap(({ path, isBarrel, environmentReads }) => {
    const findings: Finding[] = []
    if (isBarrel && !entries.has(path))
      findings.push({ path, message: 'only passes on the names of other modules; import those directly' })
    if (!isTestFile(path) && !readsEnvironment.some((folder) => path.startsWith(folder))) {
      findings.push(...environmentReads.map((line) => ({ path, line, message: 'reads process.env outside of config' })))
    }
    return findings
  })
}

const writtenByHand = /\.(?:tsx?|mjs|css)$/

/** Programs and styles that are too long. */
export function fileLengths(root: string, files: readonly string[]): readonly Finding[] {
  return files
    .filter((path) => writtenByHand.test(path) && !isTestFile(path) && !catalogues.test(path))
    .flatMap((path) => {
      const lines = readFileSync(join(root, path), 'utf8').trimEnd().split('\n').length
      return lines > mostLines ? [{ path, message: `has ${lines} lines; ${mostLines} is the limit` }] : []
    })
}

/** Finds files and folders whose names say nothing. */
export function fileNames(files: readonly string[]): readonly Finding[] {
  return files.flatMap((path) => {
    // A catalogue's name is its namespace, which is part of a public URL.
    if (path.startsWith('locales/')) return []
    const empty = path.split('/').find((part) => emptyNames.has(part.split('.')[0] ?? ''))
    return empty === undefined ? [] : [{ path, message: `"${empty}" does not say what is inside` }]
  })
}

const textFile = /\.(?:ts|tsx|mjs|css|json|md|yml|yaml|html|sh|svg|sql)$|^\.ci\/|^[^./]+$/
// Split, so that this file does not object to itself.
const unfinished = new RegExp(String.raw`\b(?:TO${'DO'}|FIX${'ME'}|XX${'X'})\b`)
const machinePath = /(?<![\w./:@-])\/(?:work|root|Users|home\/[a-z]\w*)\/[\w-]+/
const markdownFile = /(?<![\w/.:*{-])((?:\.{1,2}\/|[\w-]+\/)*[\w-]+\.md)\b/g

/**
 * Finds texts that mean nothing to an outsider: unfinished marks, paths of one machine, documents that do not exist.
 */
export function fileTexts(root: string, files: readonly string[]): readonly Finding[] {
  const present = new Set(files)
  const names = new Set(files.map((path) => posix.basename(path)))
  return files
    .filter((path) => textFile.test(path) && path !== 'package-lock.json')
    .flatMap((path) =>
      readFileSync(join(root, path), 'utf8')
        .split('\n')
        .flatMap((text, index) => {
          const at = { path, line: index + 1 }
          const findings: Finding[] = []
          if (unfinished.test(text)) findings.push({ ...at, message: 'is marked as unfinished' })
          const machine = machinePath.exec(text)
          if (machine !== null) findings.push({ ...at, message: `names a folder of one machine: ${machine[0]}` })
          if (isTestFile(path)) return findings
          const documents = new Set([...text.matchAll(markdownFile)].map(([, document = '']) => document))
          for (const document of documents) {
            // A generator names documents from the folder of the document that it draws.
            const exists =
              present.has(posix.join(posix.dirname(path), document)) ||
              present.has(document) ||
              names.has(document.replace(/^\.\.\//, ''))
            if (!exists) findings.push({ ...at, message: `names a document that does not exist: ${document}` })
          }
          return findings
        }),
    )
}
