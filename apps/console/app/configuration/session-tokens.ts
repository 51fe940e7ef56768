import { type ConfigTree, isTree, valueAt, withValue } from './config-tree.ts'

/** The path of the templates in the configuration. */
const templatesPath = 'session.whoami.tokenizer.templates'

/** The templates of session tokens, by name. */
export function tokenTemplates(config: ConfigTree): ConfigTree {
  const templates = valueAt(config, templatesPath)
  return isTree(templates) ? templates : {}
}

/** A template as the configuration has it. */
export function findToken(config: ConfigTree, name: string): ConfigTree | undefined {
  const templates = tokenTemplates(config)
  const found = Object.hasOwn(templates, name) ? templates[name] : undefined
  return isTree(found) ? found : undefined
}

/** Returns the configuration with this template, which replaces the one of the same name. */
export function withToken(config: ConfigTree, name: string, template: ConfigTree): ConfigTree {
  return withValue(config, templatesPath, { ...tokenTemplates(config), [name]: template })
}

/** Returns the configuration without the template of this name. */
export function withoutToken(config: ConfigTree, name: string): ConfigTree {
  const { [name]: _gone, ...others } = tokenTemplates(config)
  return withValue(config, templatesPath, Object.keys(others).length === 0 ? undefined : others)
}
