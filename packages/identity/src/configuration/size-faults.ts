import { configurationBounds as most } from './bounds.ts'
import type { ConfigFile } from './file.ts'
import type { ConfigTree } from './unsupported.ts'

const why =
  'reading it would stop all projects of the installation for too long (docs/reference/security.md, "What projects share")'

/** A value of a document, and where it is. */
interface Part {
  readonly value: unknown
  readonly key: string
  readonly depth: number
  readonly above?: Part
}

function pathOf(part: Part): string {
  const keys: string[] = []
  for (let at: Part | undefined = part; at?.above !== undefined; at = at.above) keys.unshift(at.key)
  return keys.join('.') || 'the document'
}

/** Returns the parts of a configuration that exceed its bounds, before any of it is parsed; linear in its size. */
export function sizeFaults(tree: ConfigTree): readonly string[] {
  let values = 0
  let characters = 0
  const left: Part[] = [{ value: tree, key: '', depth: 0 }]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { value, key, depth } = next
    if (depth > most.depth) return [`${pathOf(next)} is below more than ${most.depth} levels: ${why}`]
    if (typeof value === 'string' && value.length > most.characters) {
      return [`${pathOf(next)} has more than ${most.characters} characters: ${why}`]
    }
    characters += key.length + (typeof value === 'string' ? value.length : 0)
    if (characters > most.allCharacters) {
      return [`the document has more than ${most.allCharacters} characters in its keys and texts: ${why}`]
    }
    if (typeof value !== 'object' || value === null) continue
    const names = Object.keys(value)
    if (Array.isArray(value) && names.length > most.items) {
      return [`${pathOf(next)} has more than ${most.items} items: ${why}`]
    }
    values += names.length
    if (values > most.values) return [`the document has more than ${most.values} keys and items: ${why}`]
    for (const name of names) left.push({ value: Reflect.get(value, name), key: name, depth: depth + 1, above: next })
  }
  return []
}

/** Returns the faults of a project with too many hooks or templates. */
export function countFaults({ selfservice, session }: ConfigFile): readonly string[] {
  const hooks = Object.values(selfservice.flows).reduce((sum, flow) => sum + webHooksOf(flow), 0)
  const templates = Object.keys(session.whoami.tokenizer.templates).length
  return [
    ...(hooks > most.webHooks ? [`selfservice.flows has more than ${most.webHooks} web hooks: ${why}`] : []),
    ...(templates > most.tokenTemplates
      ? [`session.whoami.tokenizer.templates has more than ${most.tokenTemplates} templates: ${why}`]
      : []),
  ]
}

/** Counts the web hooks of a flow, those of its methods included, at any depth. */
function webHooksOf(part: unknown): number {
  if (typeof part !== 'object' || part === null) return 0
  if ('hook' in part) return part.hook === 'web_hook' ? 1 : 0
  return Object.values(part).reduce<number>((sum, inner) => sum + webHooksOf(inner), 0)
}
