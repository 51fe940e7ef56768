import type { ConfigTree } from '@gatehouse/control-plane/service'

/** The keys of Kratos' configuration that a project cannot set, with the reasons. */
export const hostKeys: Readonly<Record<string, string>> = {
  dsn: 'the gateway keeps the data',
  serve: 'the gateway decides where projects answer; CORS is a setting of the project',
  secrets: 'the gateway makes them',
  dev: 'the gateway decides it',
  'cookies.domain': 'projects must not get one another’s cookies',
  'session.cookie.domain':
    'gatehouse.yml decides it (cookie_domain), or projects would get one another’s cookies; a project may name its own host, and the first one a domain above its host',
  oauth2_provider: 'the gateway decides it, by HYDRA_ADMIN_URL',
  'clients.http.disallow_private_ip_ranges': 'the gateway decides it',
  'clients.http.private_ip_exception_urls': 'the gateway decides it',
}

/**
 * A copy without the host's keys, and a sentence for each that was there. `mayShareWith`: the domains that a project's
 * session may be shared with.
 */
export function withoutHostKeys(
  config: ConfigTree,
  mayShareWith: (domain: string) => boolean = () => false,
): {
  readonly config: ConfigTree
  readonly warnings: readonly string[]
} {
  const domain = at(config, sessionDomain)
  const isShared = typeof domain === 'string' && mayShareWith(domain)
  const decided = Object.entries(hostKeys).filter(([path]) => !isShared || path !== sessionDomain.join('.'))
  let without = config
  const warnings: string[] = []
  for (const [path, why] of decided) {
    const before = without
    without = withoutKey(before, path.split('.'))
    if (without !== before) warnings.push(`${path} is left out: ${why}`)
  }
  return { config: without, warnings }
}

const sessionDomain = ['session', 'cookie', 'domain']

function at(node: unknown, path: readonly string[]): unknown {
  return path.reduce((inner, key) => (isTree(inner) ? inner[key] : undefined), node)
}

/** Returns a tree without the key at a path, and the same tree if it is not there. */
export function withoutKey(tree: ConfigTree, [key = '', ...rest]: readonly string[]): ConfigTree {
  if (!Object.hasOwn(tree, key)) return tree
  const { [key]: value, ...others } = tree
  if (rest.length === 0) return others
  const inner = isTree(value) ? withoutKey(value, rest) : value
  return inner === value ? tree : { ...tree, [key]: inner }
}

// Keys whose value is a document, or an address that would be fetched from inside of our network.
const documentKeys: ReadonlySet<string> = new Set([
  'mapper_url',
  'jwks_url',
  'claims_mapper_url',
  'body',
  'plaintext',
  'html',
  'subject',
])

/**
 * Returns the faults of a configuration from the network that names files of this machine or remote documents.
 * One sentence per fault, each beginning with the key's path.
 */
export function foreignDocuments(config: ConfigTree): readonly string[] {
  const faults: string[] = []
  const walk = (value: unknown, path: readonly string[]) => {
    if (typeof value === 'string' && names(value, path)) {
      faults.push(`${path.join('.')} names a document that a project cannot read; send its content as base64://…`)
    }
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      if (typeof inner === 'string' || typeof inner === 'object') walk(inner, [...path, key])
    }
  }
  walk(config, [])
  if ('template_override_path' in (isTree(config['courier']) ? config['courier'] : {})) {
    faults.push('courier.template_override_path names a folder of the gateway; use courier.templates')
  }
  return faults
}

function names(value: string, path: readonly string[]): boolean {
  if (/^\s*file:/i.test(value)) return true
  const key = path.at(-1) ?? ''
  const isSchema = key === 'url' && path[0] === 'identity' && path[1] === 'schemas'
  return (isSchema || documentKeys.has(key)) && /^\s*https?:/i.test(value)
}

function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
