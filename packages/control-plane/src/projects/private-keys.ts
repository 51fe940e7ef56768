import { RefusalError } from '../http/answer.ts'
import type { ConfigTree } from '../model/project-host.ts'

/** The placeholder of a stored key set. */
const kept = '[secret]'

/** A key set within the configuration, in place of an address of one. */
const isKeySet = (value: unknown) => typeof value === 'string' && value.startsWith('base64://')

/**
 * A copy of a configuration without the keys that sign session tokens. They go in and are used; no role gets them back, as
 * a program with the key can sign a token for every account.
 */
export function withoutPrivateKeys(config: ConfigTree): ConfigTree {
  return eachTemplate(config, (_, template) =>
    isKeySet(template['jwks_url']) ? { ...template, jwks_url: kept } : template,
  )
}

/**
 * Returns the requested configuration, with the stored keys if it was read as above and sent back. Refuses with 400 a
 * template with another name: its keys would be unknown.
 */
export function withKeptKeys(asked: ConfigTree, stored: ConfigTree): ConfigTree {
  const known = templatesOf(stored)
  return eachTemplate(asked, (name, template) => {
    if (template['jwks_url'] !== kept) return template
    const before = Object.hasOwn(known, name) ? known[name] : undefined
    const keys = isTree(before) ? before['jwks_url'] : undefined
    if (keys !== undefined) return { ...template, jwks_url: keys }
    const at = `session.whoami.tokenizer.templates.${name}.jwks_url`
    throw new RefusalError({
      code: 400,
      reason: `The field "${at}" is "${kept}", which stands for keys that are kept here, and none are kept for this template. Send the key set again.`,
    })
  })
}

type ChangeTemplate = (name: string, template: ConfigTree) => ConfigTree

function eachTemplate(config: ConfigTree, change: ChangeTemplate): ConfigTree {
  const templates = templatesOf(config)
  if (Object.keys(templates).length === 0) return config
  const changed = Object.entries(templates).map(
    ([name, template]) => [name, isTree(template) ? change(name, template) : template] as const,
  )
  return replaced(config, way, Object.fromEntries(changed))
}

const way = ['session', 'whoami', 'tokenizer', 'templates']

function templatesOf(config: ConfigTree): ConfigTree {
  const found = way.reduce<unknown>((tree, key) => (isTree(tree) ? tree[key] : undefined), config)
  return isTree(found) ? found : {}
}

function replaced(tree: ConfigTree, [key = '', ...rest]: readonly string[], value: ConfigTree): ConfigTree {
  const inner = tree[key]
  return { ...tree, [key]: rest.length === 0 || !isTree(inner) ? value : replaced(inner, rest, value) }
}

function isTree(value: unknown): value is ConfigTree {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
