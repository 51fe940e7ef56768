import { readFileSync } from 'node:fs'
// Whole: an older Node does not have all of it, and would end at the import of a part with a stack.
import nodeModule from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What the program needs of its language and of Node is not there before. */
const oldestNode = 24
if (Number(process.versions.node.split('.')[0]) < oldestNode) {
  console.error(`Gatehouse needs Node ${oldestNode} or newer; this is ${process.version}.`)
  process.exit(1)
}

// What V8 makes of the files is kept beside them, where that can be written: the next start takes half the time.
nodeModule.enableCompileCache(join(import.meta.dirname, '.compiled'))

const maps = new Map<string, nodeModule.SourceMap | undefined>()

/** Reads a map when the first error needs it: with --enable-source-maps every start would read all of them. */
function mapOf(file: string): nodeModule.SourceMap | undefined {
  if (maps.has(file)) return maps.get(file)
  let map: nodeModule.SourceMap | undefined
  try {
    map = new nodeModule.SourceMap(JSON.parse(readFileSync(`${fileURLToPath(file)}.map`, 'utf8')))
  } catch {
    // Not a file of the bundle, or deployed without the maps.
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

// Stacks name the sources, as they do where the sources run.
Error.prepareStackTrace = (error, frames) =>
  [String(error), ...frames.map((frame) => `    at ${placed(frame)}`)].join('\n')
