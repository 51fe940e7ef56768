import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, posix, relative } from 'node:path'
import { type ConsoleAddress, consoleAddresses, workspaceFrame } from '@gatehouse/console/addresses'
import { partOf } from '@gatehouse/console/text-part'
import { parseSync, Visitor } from 'oxc-parser'

/** Texts by namespace and key. */
type Catalogues = Readonly<Record<string, Readonly<Record<string, string>> | undefined>>

/** The imports, catalogues and keys by which a module says texts, as far as its source shows them. */
interface SayingModule {
  readonly imports: readonly string[]
  /** The modules that script loads later, separately. */
  readonly later: readonly string[]
  /** Catalogues that it names; empty: it may hold keys of any. */
  readonly namespaces: ReadonlySet<string>
  readonly literals: ReadonlySet<string>
  /** How templates begin: `person.` of `person.${name}`. */
  readonly heads: readonly string[]
  /** How templates end that begin with a value. */
  readonly tails: readonly string[]
  /** Whether it is drawn: an address without that is no page. */
  readonly isDrawn: boolean
}

/** The parts of the catalogues that pages say something of. */
export interface PageParts {
  /** Of the document around every page and every failure. */
  readonly everywhere: readonly string[]
  /** Of the frame of the pages of a workspace, beside those. */
  readonly workspace: readonly string[]
  /** Of each page beside its frame, by the pattern of its address. */
  readonly pages: Readonly<Record<string, readonly string[]>>
  /** Of modules that script loads later, by their paths. */
  readonly later: Readonly<Record<string, readonly string[]>>
}

const pluralSuffix = /_(?:zero|one|two|few|many|other)$/

/**
 * Reads the texts of each page of an app from its sources: every key that a module of the page names, whole or by a
 * template. A page has the texts of its modules, and of the modules that those import; a text of the server alone
 * (`console_people:jobs.busy`) does not travel.
 */
export function readPageParts(
  folder: string,
  addresses: readonly ConsoleAddress[],
  frame: string,
  catalogues: Catalogues,
  packageAt: PackageAt = () => undefined,
): PageParts {
  const modules = new Map<string, SayingModule>()
  const moduleAt = (path: string) => {
    const known = modules.get(path) ?? readModule(path, Object.keys(catalogues), packageAt)
    modules.set(path, known)
    return known
  }
  // The modules that say texts name every catalogue and have no texts themselves.
  const isSpeaker = (path: string) => path.startsWith(join(folder, 'text/'))
  const reached = (path: string, seen = new Set<string>()): ReadonlySet<string> => {
    if (seen.has(path) || isSpeaker(path)) return seen
    seen.add(path)
    for (const one of moduleAt(path).imports) reached(one, seen)
    return seen
  }
  const said = (path: string) => partsSaid([...reached(path)].map(moduleAt), catalogues)
  const beside = (path: string, frames: readonly (readonly string[])[]) => {
    const around = new Set(frames.flat())
    return said(join(folder, path)).filter((part) => !around.has(part))
  }
  const everywhere = said(join(folder, 'root.tsx'))
  const workspace = beside(frame, [everywhere])
  const drawn = addresses.filter(({ file }) => moduleAt(join(folder, file)).isDrawn)
  const pages = drawn.map(({ pattern, file, isInside }): [string, readonly string[]] => [
    pattern,
    beside(file, isInside ? [everywhere, workspace] : [everywhere]),
  ])
  const later = [...modules.values()].flatMap((module) => module.later)
  return {
    everywhere,
    workspace,
    pages: Object.fromEntries(pages.filter(([, parts]) => parts.length > 0)),
    later: Object.fromEntries(
      [...new Set(later)].map((path) => {
        const name = relative(folder, path)
        return [name, beside(name, [everywhere, workspace])]
      }),
    ),
  }
}

function partsSaid(modules: readonly SayingModule[], catalogues: Catalogues): readonly string[] {
  const spoken = [...new Set(modules.flatMap(({ namespaces }) => [...namespaces]))].filter(
    (namespace) => catalogues[namespace] !== undefined,
  )
  const parts = spoken.flatMap((namespace) => {
    const mayName = modules.filter((module) => module.namespaces.size === 0 || module.namespaces.has(namespace))
    return Object.keys(catalogues[namespace] ?? {})
      .map((key) => key.replace(pluralSuffix, ''))
      .filter((key) => mayName.some((module) => names(module, key)))
      .map((key) => partOf(namespace, key))
  })
  return [...new Set(parts)].toSorted()
}

function names({ literals, heads, tails }: SayingModule, key: string): boolean {
  return literals.has(key) || heads.some((head) => key.startsWith(head)) || tails.some((tail) => key.endsWith(tail))
}

/** The module behind an entry of a package that says texts which it is handed. */
type PackageAt = (specifier: string) => string | undefined

function readModule(path: string, namespaces: readonly string[], packageAt: PackageAt): SayingModule {
  const text = readFileSync(path, 'utf8')
  const imports: string[] = []
  const later: string[] = []
  const literals = new Set<string>()
  const heads: string[] = []
  const tails: string[] = []
  let isDrawn = false
  const follow = (list: string[], specifier: string) => {
    const target = specifier.startsWith('.') ? posix.join(dirname(path), specifier) : packageAt(specifier)
    if (target === undefined) return
    if (/\.tsx?$/.test(target) && existsSync(target)) list.push(target)
  }
  new Visitor({
    ImportDeclaration({ importKind, source }) {
      if (importKind !== 'type') follow(imports, source.value)
    },
    ExportNamedDeclaration({ exportKind, source }) {
      if (exportKind !== 'type' && source) follow(imports, source.value)
    },
    ExportDefaultDeclaration() {
      isDrawn = true
    },
    ImportExpression({ source }) {
      if (source.type === 'Literal' && typeof source.value === 'string') follow(later, source.value)
    },
    Literal({ value }) {
      if (typeof value === 'string') literals.add(value)
    },
    TemplateLiteral({ quasis }) {
      const [first, last] = [quasis[0]?.value.cooked ?? '', quasis.at(-1)?.value.cooked ?? '']
      if (quasis.length === 1) literals.add(first)
      // A text's own end, and not that of an address or a sentence.
      else if (/^\w[\w.]*[._]$/.test(first)) heads.push(first)
      else if (first === '' && /^[._]\w+$/.test(last)) tails.push(last)
    },
  }).visit(parseSync(path, text).program)
  const named = namespaces.filter((namespace) => literals.has(namespace))
  return { imports, later, namespaces: new Set(named), literals, heads, tails, isDrawn }
}

/** Renders the module that holds the table. */
export function renderPageParts({ everywhere, workspace, pages, later }: PageParts): string {
  const list = (parts: readonly string[]) => `[${parts.map((part) => `'${part}'`).join(', ')}]`
  const table = (rows: Readonly<Record<string, readonly string[]>>) =>
    Object.entries(rows).map(([name, parts]) => `  '${name}': ${list(parts)},\n`)
  return [
    "import type { TextPart } from './text-part.ts'\n\n",
    '// Written by `npm run locales -- --fix` from what the modules of each page say.\n\n',
    '/** TABLE: what the document around every page and every failure says. */\n// prettier-ignore\n',
    `export const everywhereParts = ${list(everywhere)} as const satisfies readonly TextPart[]\n\n`,
    '/** TABLE: what the frame of the pages of a workspace says beside that. */\n// prettier-ignore\n',
    `export const workspaceParts = ${list(workspace)} as const satisfies readonly TextPart[]\n\n`,
    '/** TABLE: what each page says beside its frame, by the pattern of its address. A page that is not here says no more. */\n// prettier-ignore\n',
    `export const pageParts = {\n${table(pages).join('')}} as const satisfies Readonly<Record<string, readonly TextPart[]>>\n\n`,
    '/** TABLE: what modules say that script loads later, by their paths, beside the frame of a workspace. */\n// prettier-ignore\n',
    `export const laterParts = {\n${table(later).join('')}} as const satisfies Readonly<Record<string, readonly TextPart[]>>\n`,
  ].join('')
}

/** The path of the module. */
export const pagePartsPath = 'apps/console/app/text/page-parts.ts'

/** Renders the module for the console of a repository. */
export function drawPageParts(root: string, catalogues: Catalogues): string {
  const folder = join(root, 'apps/console/app')
  const own = Object.fromEntries(Object.entries(catalogues).filter(([namespace]) => namespace.startsWith('console')))
  return renderPageParts(readPageParts(folder, consoleAddresses, workspaceFrame, own, entryIn(root)))
}

/** Forms of the identity service are drawn by a package, which has their texts handed in. */
function entryIn(root: string): PackageAt {
  const folder = join(root, 'packages/flow-form')
  const { name, exports }: { readonly name: string; readonly exports: Readonly<Record<string, string>> } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )
  return (specifier) => {
    const file = specifier.startsWith(`${name}/`) ? exports[`.${specifier.slice(name.length)}`] : undefined
    return file === undefined ? undefined : join(folder, file)
  }
}
