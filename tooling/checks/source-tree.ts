import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Visitor, parseSync, type StaticImportEntry } from 'oxc-parser'

/** An import of a module. `typeOnly` ones leave no trace at run time. */
export interface ImportStatement {
  readonly specifier: string
  readonly typeOnly: boolean
  readonly line: number
  /** The names that are imported at run time; `*` for all of them. */
  readonly names: readonly string[]
}

/**
 * A module of the repository, with the parts that its architecture concerns. Paths are relative to the root, with `/`.
 */
export interface SourceModule {
  readonly path: string
  readonly lines: number
  readonly imports: readonly ImportStatement[]
  /** Lines that read `process.env`. */
  readonly environmentReads: readonly number[]
  /** Lines that take `globalThis.fetch`. */
  readonly globalFetches: readonly number[]
  /** The thrown values: the class of `new X(…)`, `X()` of a call, `rethrown` of anything else. */
  readonly throws: readonly { readonly what: string; readonly line: number }[]
  /** Classes that extend an error, a fault or a refusal. */
  readonly errorClasses: readonly { readonly name: string; readonly line: number }[]
  /** Functions that say which error they make, by their return types. */
  readonly errorMakers: Readonly<Record<string, string>>
  /** Lines of `catch` clauses, and of promises whose failure is handled. */
  readonly catches: readonly number[]
  /** Classes that errors are distinguished by (`instanceof`). */
  readonly comparisons: readonly { readonly name: string; readonly line: number }[]
  /** Lines of `export * from`. */
  readonly exportsAll: readonly number[]
  /** True if the module only passes on names of other modules. */
  readonly isBarrel: boolean
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

/** Parses one module. Throws if it is no valid program. */
export function readModule(root: string, path: string): SourceModule {
  const text = readFileSync(join(root, path), 'utf8')
  const { program, module, errors } = parseSync(path, text)
  if (errors.length > 0) throw new SyntaxError(`${path}: ${errors[0]?.message ?? 'not a valid program'}`)
  const lineOf = lineCounter(text)

  const imports: ImportStatement[] = []
  for (const { moduleRequest, entries, start } of module.staticImports) {
    const typeOnly = entries.length > 0 && entries.every((entry) => entry.isType)
    imports.push({
      specifier: moduleRequest.value,
      typeOnly,
      line: lineOf(start),
      names: entries.flatMap(importedName),
    })
  }
  for (const { entries, start } of module.staticExports) {
    for (const { moduleRequest, isType } of entries) {
      if (moduleRequest)
        imports.push({
          specifier: moduleRequest.value,
          typeOnly: isType,
          line: lineOf(start),
          names: isType ? [] : ['*'],
        })
    }
  }
  const environmentReads: number[] = []
  const globalFetches: number[] = []
  const throws: { what: string; line: number }[] = []
  const catches: number[] = []
  const errorMakers: Record<string, string> = {}
  const errorClasses: { name: string; line: number }[] = []
  const comparisons: { name: string; line: number }[] = []
  new Visitor({
    ThrowStatement({ argument, start }) {
      const isMade = argument.type === 'NewExpression' || argument.type === 'CallExpression'
      const name = isMade && argument.callee.type === 'Identifier' ? argument.callee.name : 'rethrown'
      throws.push({ what: argument.type === 'CallExpression' ? `${name}()` : name, line: lineOf(start) })
    },
    ClassDeclaration({ id, superClass, start }) {
      const isError = superClass?.type === 'Identifier' && /(?:Error|Fault|Refusal)$/.test(superClass.name)
      if (isError) errorClasses.push({ name: id?.name ?? 'a class without a name', line: lineOf(start) })
    },
    FunctionDeclaration({ id, returnType }) {
      const made = returnType?.typeAnnotation
      if (id === null) return
      if (made?.type === 'TSUnknownKeyword') errorMakers[id.name] = 'rethrown'
      if (made?.type === 'TSTypeReference' && made.typeName.type === 'Identifier')
        errorMakers[id.name] = made.typeName.name
    },
    CatchClause({ start }) {
      catches.push(lineOf(start))
    },
    CallExpression({ callee, arguments: given, end }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      const { name } = callee.property
      const handler = name === 'catch' ? given[0] : name === 'then' ? given[1] : undefined
      // zod's `catch` takes a value.
      const isFunction =
        handler?.type === 'ArrowFunctionExpression' ||
        handler?.type === 'FunctionExpression' ||
        (handler?.type === 'Identifier' && handler.name !== 'undefined')
      if (isFunction) catches.push(lineOf(end))
    },
    BinaryExpression({ operator, right, start }) {
      if (operator === 'instanceof' && right.type === 'Identifier')
        comparisons.push({ name: right.name, line: lineOf(start) })
    },
    ImportExpression({ source, start }) {
      if (source.type === 'Literal' && typeof source.value === 'string') {
        imports.push({ specifier: source.value, typeOnly: false, line: lineOf(start), names: ['*'] })
      }
    },
    MemberExpression({ object, property, start }) {
      const isEnvironment = property.type === 'Identifier' && property.name === 'env'
      if (isEnvironment && object.type === 'Identifier' && object.name === 'process')
        environmentReads.push(lineOf(start))
      const isFetch = property.type === 'Identifier' && property.name === 'fetch'
      if (isFetch && object.type === 'Identifier' && object.name === 'globalThis') globalFetches.push(lineOf(start))
    },
  }).visit(program)

  return {
    path,
    lines: text.split('\n').length - (text.endsWith('\n') ? 1 : 0),
    imports,
    environmentReads,
    globalFetches,
    throws,
    errorMakers,
    catches,
    errorClasses,
    comparisons,
    exportsAll: program.body.flatMap(({ type, start }) => (type === 'ExportAllDeclaration' ? [lineOf(start)] : [])),
    isBarrel:
      program.body.length > 0 &&
      program.body.every(
        (statement) =>
          statement.type === 'ExportAllDeclaration' ||
          (statement.type === 'ExportNamedDeclaration' && statement.source !== null),
      ),
  }
}

function importedName({ importName, isType }: StaticImportEntry): readonly string[] {
  return isType ? [] : [importName.name ?? '*']
}

function lineCounter(text: string): (offset: number) => number {
  return (offset) => text.slice(0, offset).split('\n').length
}
