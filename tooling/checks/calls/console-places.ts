import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../../runners/tool.ts'
import type { Place } from './call.ts'

/** A call as the console makes it: a path of the control plane, or a call of the admin client. */
export type ConsoleCall =
  | { readonly method: string; readonly path: string }
  /** Name of a method of the admin client, which goes through the control plane. */
  | { readonly adminCall: string }

interface Reference {
  readonly says: string
  readonly method: string
  /** Below the workspace or project, with `{}` for what differs. */
  readonly path: string
}

interface ConsoleFile {
  readonly file: string
  readonly text: string
  readonly references: readonly Reference[]
}

const routesFolder = 'apps/console/app/routes'
const made = /\.(load|fetch|change)(?:<[^()]*>)?\(\s*(?:'([A-Z]+)',\s*)?(['`])([^'`]*)\3/g
let files: readonly ConsoleFile[] | undefined

/** The screens of the console that make a call, read from their sources. */
export function consolePlaces(call: ConsoleCall): readonly Place[] {
  files ??= readConsole()
  return files.flatMap(({ file, text, references }) => {
    const says =
      'adminCall' in call
        ? text.includes(`admin.${call.adminCall}(`) && `admin.${call.adminCall}(`
        : references.find((one) => one.method === call.method && isBelow(one.path, call.path))?.says
    if (says === undefined || says === false) return []
    return [{ name: `console: ${screenOf(file)}`, evidence: [{ file, says }] }]
  })
}

function readConsole(): readonly ConsoleFile[] {
  const found = globSync(`${routesFolder}/**/*.{ts,tsx}`, { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file))
  if (found.length < 5) throw new Error(`${routesFolder} has hardly any files`)
  return found.toSorted().map((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const references = [...text.matchAll(made)].map(([whole, , method = 'GET', , path = '']) => ({
      says: whole,
      method,
      path: path.replaceAll(/\$\{[^}]*\}/g, '{}').replace(/[?{]*\?.*$/, ''),
    }))
    return { file, text, references }
  })
}

/** Whether the whole path ends in what a screen asks for, which begins at its workspace or project. */
function isBelow(asked: string, path: string): boolean {
  const whole = path.replaceAll(/\{[^}]*\}/g, '{}')
  return [`/workspaces/{}${asked}`, `/projects/{}${asked}`].includes(whole)
}

function screenOf(file: string): string {
  return dirname(file).slice(routesFolder.length + 1)
}
