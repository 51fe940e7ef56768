import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Visitor, parseSync } from 'oxc-parser'

/** An import of a module, of a type as well. */
export interface ImportStatement {
  readonly specifier: string
  readonly line: number
}

/** A module of the repository. `path` is relative to the root, with `/`. */
export interface SourceModule {
  readonly path: string
  readonly imports: readonly ImportStatement[]
}

const foreignFolders = new Set([
  'node_modules',
  'build',
  'dist',
  'data',
  'results',
  'test-results',
  'playwright-report',
])

/** Lists every file of the repository that people wrote: no packages, no build output, no hidden folders but `.ci`. */
export function listFiles(root: string, folder = ''): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (!entry.isDirectory()) return [path]
    const isHidden = entry.name.startsWith('.') && entry.name !== '.ci'
    return isHidden || foreignFolders.has(entry.name) ? [] : listFiles(root, path)
  })
}

/** Tells whether a file holds program text. */
export function isModule(path: string): boolean {
  return /\.(?:ts|tsx|mjs)$/.test(path) && !path.endsWith('.d.ts')
}

/** Tells whether a file is a test or serves tests only. */
export function isTestFile(path: string): boolean {
  return /\.(?:test|spec|fixture)\.tsx?$/.test(path)
}

/** Parses one module. Throws if it is no valid program. */
export function readModule(root: string, path: string): SourceModule {
  const text = readFileSync(join(root, path), 'utf8')
  const { program, module, errors } = parseSync(path, text)
  if (errors.length > 0) throw new SyntaxError(`${path}: ${errors[0]?.message ?? 'not a valid program'}`)
  const imports: ImportStatement[] = []
  const add = (specifier: string, start: number) =>
    void imports.push({ specifier, line: text.slice(0, start).split('\n').length })
  for (const { moduleRequest, start } of module.staticImports) add(moduleRequest.value, start)
  for (const { entries, start } of module.staticExports) {
    for (const { moduleRequest } of entries) if (moduleRequest) add(moduleRequest.value, start)
  }
  new Visitor({
    ImportExpression({ source, start }) {
      if (source.type === 'Literal' && typeof source.value === 'string') add(source.value, start)
    },
  }).visit(program)
  return { path, imports }
}
