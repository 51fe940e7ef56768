/** One trait that a form can ask for. */
export interface SchemaField {
  /** Dotted, from `traits`: `traits.name.first`. */
  readonly name: string
  readonly type: 'string' | 'number' | 'boolean' | 'array'
  readonly format: string | undefined
  readonly title: string | undefined
  readonly pattern: string | undefined
  readonly required: boolean
  /** True for the list items of `array`: numbers and booleans are read as such. */
  readonly itemType: 'string' | 'number' | 'boolean' | undefined
  /** The only values it may have (`enum`), as text; undefined if any will do. */
  readonly options: readonly string[] | undefined
  /** Signs in to the account, or is an address of it: no two accounts have the same. */
  readonly isIdentifier: boolean
}

type Node = Readonly<Record<string, unknown>>

/** A schema that refers to itself would never end. */
const deepestNesting = 16

/**
 * Returns every scalar (and list of scalars) of a schema's traits, in the document's order, those of nested objects
 * included.
 */
export function schemaFields(document: Node): readonly SchemaField[] {
  const traits = child(document, 'properties', 'traits')
  return traits === undefined ? [] : fieldsOf(document, traits, ['traits'], false)
}

function fieldsOf(root: Node, schema: Node, path: readonly string[], required: boolean): readonly SchemaField[] {
  const node = resolve(root, schema)
  if (path.length > deepestNesting) return []
  const properties = parts(root, node).flatMap((part) => Object.entries(asNode(part.properties) ?? {}))
  const type = typeOf(node)
  if (properties.length > 0 || type === 'object') {
    const needed = new Set(parts(root, node).flatMap((part) => (Array.isArray(part.required) ? part.required : [])))
    return properties.flatMap(([key, value]) => {
      const property = asNode(value)
      return property === undefined ? [] : fieldsOf(root, property, [...path, key], needed.has(key))
    })
  }
  const scalar = scalarOf(type)
  return scalar === undefined ? [] : [{ ...describe(root, node, scalar), name: path.join('.'), required }]
}

function describe(root: Node, node: Node, type: SchemaField['type']): Omit<SchemaField, 'name' | 'required'> {
  const items = type === 'array' ? resolve(root, asNode(node.items) ?? {}) : undefined
  const itemType = items && scalarOf(typeOf(items))
  return {
    type,
    format: text(node.format),
    title: text(node.title),
    pattern: text(node.pattern),
    itemType: itemType === 'array' ? undefined : itemType,
    options: optionsOf(node),
    isIdentifier: [node, items].some((one) => one !== undefined && isIdentifier(one)),
  }
}

function isIdentifier(node: Node): boolean {
  const said = child(node, 'ory.sh/kratos') ?? {}
  const ways = Object.values(asNode(said['credentials']) ?? {})
  return (
    ways.some((way) => asNode(way)?.['identifier'] === true) ||
    ['verification', 'recovery'].some((use) => (text(child(said, use)?.['via']) ?? '') !== '')
  )
}

function optionsOf(node: Node): readonly string[] | undefined {
  const values: readonly unknown[] = Array.isArray(node['enum']) ? node['enum'] : []
  const options = values.flatMap((value) =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : [],
  )
  return options.length > 0 ? options : undefined
}

/** Returns a node and the nodes that it combines (`allOf`), references followed. */
function parts(root: Node, node: Node): readonly Node[] {
  const all = Array.isArray(node.allOf) ? node.allOf : []
  return [node, ...all.map((part: unknown) => resolve(root, asNode(part) ?? {}))]
}

function resolve(root: Node, node: Node): Node {
  let current = node
  for (let hops = 0; hops < deepestNesting && typeof current.$ref === 'string'; hops += 1) {
    if (!current.$ref.startsWith('#/')) return current
    const keys = current.$ref.slice(2).split('/')
    const next = child(root, ...keys.map((key) => decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~')))
    if (next === undefined) return current
    current = next
  }
  return current
}

function typeOf(node: Node): string | undefined {
  const types = Array.isArray(node.type) ? node.type : [node.type]
  return text(types.find((type) => type !== 'null'))
}

function scalarOf(type: string | undefined): SchemaField['type'] | undefined {
  if (type === 'integer') return 'number'
  return type === 'string' || type === 'number' || type === 'boolean' || type === 'array' ? type : undefined
}

function child(node: Node, ...keys: readonly string[]): Node | undefined {
  let current: Node | undefined = node
  for (const key of keys) current = current && Object.hasOwn(current, key) ? asNode(current[key]) : undefined
  return current
}

function asNode(value: unknown): Node | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Node) : undefined
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
