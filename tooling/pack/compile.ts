import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { entriesOf, readManifest } from './manifest.ts'
import { type Published, nameOf, published, root } from './published.ts'

/** Writes the types of a package into `dist`, and its modules unless a bundler does. */
export function compile(one: Published, dist: string): void {
  const at = join(root, one.folder)
  const project = join(dist, 'tsconfig.json')
  const { modules } = entriesOf(one)
  const files = modules.map(([, source]) => `../${source.replace(/^\.\//, '')}`)
  const isStyled = one.kind === 'styled'
  // The types of style sheets and pictures in a module.
  const declarations = isStyled ? [join(at, 'src/css-modules.d.ts'), join(root, 'node_modules/vite/client.d.ts')] : []
  const options = {
    ...compilerOptions,
    emitDeclarationOnly: isStyled,
    paths: builtPackages(one, dist),
  }
  writeFileSync(
    project,
    JSON.stringify({ compilerOptions: options, files: [...files, ...declarations.filter((file) => existsSync(file))] }),
  )
  try {
    execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', project], { stdio: 'inherit' })
  } finally {
    rmSync(project)
  }
}

/** Returns the built packages of the repository that a package needs: their sources are not its own. */
function builtPackages({ folder }: Published, dist: string): Readonly<Record<string, readonly string[]>> {
  const { dependencies = {} } = readManifest(folder)
  const needed = published.filter((other) => Object.hasOwn(dependencies, nameOf(other)))
  return Object.fromEntries(
    needed.flatMap((other) => {
      const built = join(root, other.folder, 'dist')
      const { exports } = JSON.parse(readFileSync(join(built, 'package.json'), 'utf8')) as {
        readonly exports: Readonly<Record<string, string | { readonly types: string }>>
      }
      return Object.entries(exports).flatMap(([name, entry]) => {
        if (typeof entry === 'string') return []
        return [[`${nameOf(other)}${name.slice(1)}`, [`./${relative(dist, join(built, entry.types))}`]] as const]
      })
    }),
  )
}

const compilerOptions = {
  target: 'ES2022',
  lib: ['ES2024', 'DOM', 'DOM.Iterable'],
  module: 'NodeNext',
  moduleResolution: 'NodeNext',
  jsx: 'react-jsx',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  rewriteRelativeImportExtensions: true,
  skipLibCheck: true,
  declaration: true,
  rootDir: '../src',
  outDir: '.',
  types: ['node'],
  typeRoots: [join(root, 'node_modules/@types')],
}
