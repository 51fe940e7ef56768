import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runTool } from '../../runners/tool.ts'
import { givenIn } from './given.ts'
import type { Snippet } from './snippet.ts'

const languages = new Set(['ts', 'tsx', 'js', 'jsx'])

/** Tells whether the types of a block are checked. */
export function isTyped({ language }: Snippet): boolean {
  return languages.has(language)
}

interface VirtualFile {
  readonly path: string
  readonly snippet: Snippet
  /** The number of lines before the block's own. */
  readonly before: number
}

/**
 * Checks the types of blocks against the packages of this repository, each as a module. Returns the faults, by document
 * and line.
 */
export async function typeProblems(root: string, snippets: readonly Snippet[]): Promise<readonly string[]> {
  const folder = join(root, '.ready/snippets')
  rmSync(folder, { recursive: true, force: true })
  const files = snippets.filter(isTyped).map((snippet, index) => write(folder, snippet, index))
  const config = {
    extends: '../../tsconfig.json',
    compilerOptions: { rootDirs: ['.'], noImplicitAny: false, noUncheckedIndexedAccess: false },
    include: ['**/*.tsx', 'ambient.d.ts'],
    exclude: [],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  writeFileSync(join(folder, 'ambient.d.ts'), ambient)
  const state = ['--incremental', '--tsBuildInfoFile', join(root, 'node_modules/.cache/snippets.tsbuildinfo')]
  const { code, output } = await runTool('tsc', ['-p', folder, '--pretty', 'false', ...state])
  const problems = output.split('\n').flatMap((line) => {
    const [, path = '', row = '', message = ''] = /^(.+?)\((\d+),\d+\): (.+)$/.exec(line) ?? []
    const file = files.find((one) => join(root, path) === one.path)
    if (file === undefined) return path === '' ? [] : [line]
    return [`${file.snippet.file}:${file.snippet.line + Number(row) - 1 - file.before}: ${message}`]
  })
  return code !== 0 && problems.length === 0 ? [output] : problems
}

/** Writes a block as a file of its section; a block without a name becomes a separate file. JSX may be anywhere. */
function write(folder: string, snippet: Snippet, index: number): VirtualFile {
  const section = `${snippet.file}/${snippet.section}`.replaceAll(/[^\w/.-]+/g, '-')
  const name = (snippet.name ?? `block-${index}`).replace(/\.[jt]sx?$|\.mjs$/, '')
  const path = join(folder, section, `${name}.tsx`)
  const given = givenIn(snippet)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${given.join('\n')}${given.length > 0 ? '\n' : ''}${snippet.code}export {}\n`)
  return { path, snippet, before: given.length }
}

/** The types of Next.js are installed with the example alone; style sheets have no types. */
const ambient = `declare module '*.css'
declare module '*.svg?no-inline' { const address: string; export default address }
declare module 'next/headers' { export function headers(): Promise<Headers> }
`
