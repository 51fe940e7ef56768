import { existsSync, readFileSync } from 'node:fs'
import { isNode, LineCounter, parseDocument } from 'yaml'
import { settings, type Setting } from './settings.ts'
import { settingsFileOf, type Environment } from './sources.ts'

/**
 * Returns the source of a setting, by its variable or by the subject of a fault: `gatehouse.yml:12`, or the variable's
 * name. Undefined if it is not set.
 */
export function sourceOfSetting(subject: string, env: Environment): string | undefined {
  const [first = ''] = subject.split(' ')
  const setting = Object.values(settings).find((one: Setting) => one.env.includes(first)) as Setting | undefined
  const variable = [first, ...(setting?.env.flatMap((name) => [name, `${name}_FILE`]) ?? [])].find(
    (name) => (env[name] ?? '') !== '',
  )
  if (variable !== undefined) return variable
  const file = settingsFileOf(env)
  const key =
    setting?.key ?? (subject.startsWith(`${file}: `) ? subject.slice(file.length + 2).split(/[\s.]/)[0] : undefined)
  return key === undefined ? undefined : sourceOfKey(file, [key])
}

/** Returns the line of a key in a YAML file, such as `kratos.yml:31`, or of the deepest existing part of its path. */
export function sourceOfKey(file: string, path: readonly (string | number)[]): string | undefined {
  if (!existsSync(file)) return undefined
  const lines = new LineCounter()
  const document = parseDocument(readFileSync(file, 'utf8'), { lineCounter: lines, logLevel: 'silent' })
  for (let depth = path.length; depth > 0; depth -= 1) {
    const parent = depth === 1 ? document.contents : document.getIn(path.slice(0, depth - 1), true)
    const key = keyNode(parent, path[depth - 1])
    if (key !== undefined) return `${file}:${lines.linePos(key).line}`
  }
  return undefined
}

/** Returns the offset in the file at which the key of a mapping begins. */
function keyNode(parent: unknown, name: string | number | undefined): number | undefined {
  if (typeof parent !== 'object' || parent === null || !('items' in parent) || !Array.isArray(parent.items))
    return undefined
  for (const item of parent.items) {
    const key: unknown = item?.key
    if (isNode(key) && 'value' in key && key.value === name) return key.range?.[0]
  }
  return undefined
}
