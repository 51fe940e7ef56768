import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../../runners/tool.ts'
import type { Maker } from './call.ts'

/** A call as the console makes it: an operation of the control plane, or a call of the admin client. */
export type ConsoleCall =
  | { readonly operation: string }
  /** Name of a method of the admin client, which goes through the control plane. */
  | { readonly adminCall: string }

interface Reference {
  readonly says: string
  readonly operation: string
}

interface ConsoleFile {
  readonly file: string
  readonly text: string
  readonly references: readonly Reference[]
  /** Names of the screens it belongs to: its folder, or those of the routes that import it. */
  readonly screens: readonly string[]
}

type Source = Pick<ConsoleFile, 'file' | 'text'>

const appFolder = 'apps/console/app'
const routesFolder = `${appFolder}/routes/`
/** `load('getProject'`, or `pick('listWorkspaceAudit', 'listProjectAudit'`. */
const made = /\b(?:load|list|fetch|change|call|pick)\(\s*'(\w+)'(?:,\s*'(\w+)')?/g
let files: readonly ConsoleFile[] | undefined

/** Returns the screens of the console that make a call, read from their sources. */
export function consoleMakers(call: ConsoleCall): readonly Maker[] {
  files ??= readConsole()
  return files.flatMap((one) => {
    const says = 'adminCall' in call ? adminCallIn(one, call.adminCall) : referenceIn(one, call.operation)
    if (says === undefined) return []
    return one.screens.map((screen) => ({ name: `console: ${screen}`, evidence: [{ file: one.file, says }] }))
  })
}

function adminCallIn({ text }: ConsoleFile, name: string): string | undefined {
  const says = `admin.${name}(`
  return text.includes(says) ? says : undefined
}

function referenceIn({ references }: ConsoleFile, operation: string): string | undefined {
  return references.find((one) => one.operation === operation)?.says
}

function readConsole(): readonly ConsoleFile[] {
  const names = globSync(`${appFolder}/**/*.{ts,tsx}`, { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file))
  if (names.length < 20) throw new Error(`${appFolder} has hardly any files`)
  const sources = names.toSorted().map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  return sources.map(({ file, text }) => {
    const own = sources.filter((other) => isOfScreen(other, file))
    const references = [...text.matchAll(made)].flatMap(([says, ...named]) =>
      named.flatMap((operation) => (operation === undefined ? [] : [{ says, operation }])),
    )
    const screens = [...new Set(own.map((one) => dirname(one.file).slice(routesFolder.length)))]
    return { file, text, references, screens }
  })
}

/** Tells whether a file of a screen is beside another file, or imports it. */
function isOfScreen({ file, text }: Source, other: string): boolean {
  if (!file.startsWith(routesFolder)) return false
  if (other.startsWith(routesFolder)) return dirname(file) === dirname(other)
  return text.includes(`/${other.slice(appFolder.length + 1)}'`)
}
