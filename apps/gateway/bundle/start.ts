import { readFileSync } from 'node:fs'
// The whole module: an older Node lacks some exports, and an import of one would end it with a stack.
import nodeModule from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The oldest Node with every feature of the language and of Node that the program needs. */
const oldestNode = 24
if (Number(process.versions.node.split('.')[0]) < oldestNode) {
  console.error(`Gatehouse needs Node ${oldestNode} or newer; this is ${process.version}.`)
  process.exit(1)
}

// V8's compile cache is kept beside the files if the folder is writable: the next start takes half the time.
nodeModule.enableCompileCache(join(import.meta.dirname, '.compiled'))

const maps = new Map<string, nodeModule.SourceMap | undefined>()

/** Reads a map when the first error needs it: with --enable-source-maps every start would read all of them. */
function mapOf(file: string): nodeModule.SourceMap | undefined {
  if (maps.has(file)) return maps.get(file)
  let map: nodeModule.SourceMap | undefined
  try {
    map = new nodeModule.SourceMap(JSON.parse(readFileSync(`${fileURLToPath(file)}.map`, 'utf8')))
  } catch {
    // It is not a file of the bundle, or deployed without the maps.
  }
  maps.set(file, map)
  return map
}

function placed(frame: NodeJS.CallSite): string {
  const [file, line, column] = [frame.getFileName(), frame.getLineNumber(), frame.getColumnNumber()]
  // oxlint-disable-next-line typescript/no-base-to-string -- a call site writes itself as a line of a stack
  const text = frame.toString()
  if (!file?.startsWith('file:') || line === null || column === null) return text
  const entry = mapOf(file)?.findEntry(line - 1, column - 1)
  if (entry === undefined || !('originalSource' in entry)) return text
  const source = entry.originalSource.replace(/^(?:\.\.\/)+/, '')
  return text.replace(`${file}:${line}:${column}`, `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`)
}

// Stacks name the sources, as when the sources run directly.
Error.prepareStackTrace = (error, frames) =>
  [String(error), ...frames.map((frame) => `    at ${placed(frame)}`)].join('\n')
