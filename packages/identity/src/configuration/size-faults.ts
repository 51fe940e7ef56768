import { configurationBounds as most } from './bounds.ts'
import type { ConfigFile } from './file.ts'
import type { ConfigTree } from './unsupported.ts'

const why =
  'reading it would stop all projects of the installation for too long (docs/reference/security.md, "What projects share")'

/** Returns the parts of a configuration that exceed its bounds, before any of it is parsed; linear in its size. */
export function sizeFaults(tree: ConfigTree): readonly string[] {
  let values = 0
  let characters = 0
  const left: { readonly value: unknown; readonly path: readonly string[] }[] = [{ value: tree, path: [] }]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { value, path } = next
    const at = path.join('.') || 'the document'
    if (path.length > most.depth) return [`${at} is below more than ${most.depth} levels: ${why}`]
    if (typeof value === 'string' && value.length > most.characters) {
      return [`${at} has more than ${most.characters} characters: ${why}`]
    }
    characters += (path.at(-1)?.length ?? 0) + (typeof value === 'string' ? value.length : 0)
    if (characters > most.allCharacters) {
      return [`the document has more than ${most.allCharacters} characters in its keys and texts: ${why}`]
    }
    if (typeof value !== 'object' || value === null) continue
    const parts = Object.entries(value)
    if (Array.isArray(value) && parts.length > most.items) return [`${at} has more than ${most.items} items: ${why}`]
    values += parts.length
    if (values > most.values) return [`the document has more than ${most.values} keys and items: ${why}`]
    for (const [key, part] of parts) left.push({ value: part, path: [...path, key] })
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
