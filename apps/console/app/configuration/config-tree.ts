/** A configuration in the format of `kratos.yml`, parsed. */
export type ConfigTree = Readonly<Record<string, unknown>>

/** Returns the value at a dotted path such as `session.lifespan`; undefined: there is none. */
export function valueAt(tree: ConfigTree, path: string): unknown {
  let value: unknown = tree
  for (const key of path.split('.')) {
    if (!isTree(value) || !Object.hasOwn(value, key)) return undefined
    value = value[key]
  }
  return value
}

/** Returns the tree with another value at a path; `undefined` removes the key, and every tree that is empty then. */
export function withValue(tree: ConfigTree, path: string, value: unknown): ConfigTree {
  const [key = '', ...rest] = path.split('.')
  const { [key]: present, ...others } = tree
  if (rest.length === 0) return value === undefined ? others : { ...tree, [key]: value }
  const below = withValue(isTree(present) ? present : {}, rest.join('.'), value)
  return value === undefined && Object.keys(below).length === 0 ? others : { ...tree, [key]: below }
}

/** Recognizes a tree among values that came as JSON or YAML. */
export function isTree(value: unknown): value is ConfigTree {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
