/** Anything a parsed YAML document can be at its top. */
export type ConfigTree = Readonly<Record<string, unknown>>

interface UnsupportedKey {
  /** Dotted path. `*` stands for any one key, or for every item of a list. */
  readonly path: string
  readonly effect: string
  /** When given, a value like this one changes nothing, so there is nothing to say. */
  readonly harmless?: (value: unknown) => boolean
}

const disabled = (value: unknown): boolean => isTree(value) && value.enabled !== true
const noMethod = 'this method is not available yet; people cannot use it'
const ignored = 'it is ignored'

/** Keys of Kratos' file that are accepted, and what leaving them out means. */
export const unsupportedKeys: readonly UnsupportedKey[] = [
  { path: 'selfservice.methods.saml', effect: noMethod, harmless: disabled },
  { path: 'selfservice.methods.captcha', effect: 'forms are not protected by it', harmless: disabled },
  { path: 'selfservice.methods.webauthn.config.rp.icon', effect: ignored, harmless: () => true },
  { path: 'selfservice.methods.password.config.migrate_hook', effect: ignored, harmless: disabled },
  { path: 'selfservice.methods.code.config.missing_credential_fallback_enabled', effect: ignored },
  { path: 'selfservice.flows.*.before', effect: 'hooks that run before a flow are not called' },
  { path: 'serve.*.tls', effect: 'put a TLS proxy in front of the service' },
  { path: 'serve.*.socket', effect: ignored },
  { path: 'serve.*.request_log', effect: ignored },
  { path: 'courier.sms', effect: 'name a channel "sms" in courier.channels instead', harmless: disabled },
  { path: 'courier.worker', effect: ignored },
  { path: 'courier.smtp.client_cert_path', effect: ignored, harmless: (value) => value === '' },
  { path: 'courier.smtp.client_key_path', effect: ignored, harmless: (value) => value === '' },
  { path: 'hashers.argon2.expected_duration', effect: ignored, harmless: () => true },
  { path: 'hashers.argon2.expected_deviation', effect: ignored, harmless: () => true },
  { path: 'hashers.argon2.dedicated_memory', effect: ignored, harmless: () => true },
  { path: 'ciphers', effect: ignored, harmless: () => true },
  { path: 'secrets.pagination', effect: ignored, harmless: () => true },
  { path: 'database', effect: ignored },
  { path: 'preview', effect: ignored },
  { path: 'http', effect: ignored },
  { path: 'tracing', effect: ignored },
  { path: 'enterprise', effect: ignored },
  { path: 'log', effect: 'the process that hosts the service decides how it logs', harmless: () => true },
  { path: 'version', effect: ignored, harmless: () => true },
  { path: 'revision', effect: ignored, harmless: () => true },
  { path: 'help', effect: ignored, harmless: () => true },
  { path: 'config', effect: ignored, harmless: () => true },
  { path: 'sqa-opt-out', effect: ignored, harmless: () => true },
  { path: 'watch-courier', effect: ignored, harmless: () => true },
  { path: 'expose-metrics-port', effect: ignored },
  { path: '$schema', effect: ignored, harmless: () => true },
]

/** Takes the unsupported keys out of a document; the original is left alone. Warnings name what was found. */
export function withoutUnsupported(document: ConfigTree): { tree: ConfigTree; warnings: readonly string[] } {
  const tree = structuredClone(document)
  const warnings: string[] = []
  for (const key of unsupportedKeys) {
    take(tree, key.path.split('.'), [], (path, value) => {
      if (!key.harmless?.(value)) warnings.push(`${path} is not supported: ${key.effect}`)
    })
  }
  return { tree, warnings }
}

function take(
  node: unknown,
  path: readonly string[],
  seen: readonly string[],
  found: (path: string, value: unknown) => void,
): void {
  const [head, ...rest] = path
  if (head === undefined || !isMutableTree(node)) return
  for (const key of head === '*' ? Object.keys(node) : [head]) {
    if (!Object.hasOwn(node, key)) continue
    if (rest.length > 0) {
      take(node[key], rest, [...seen, key], found)
      continue
    }
    found([...seen, key].join('.'), node[key])
    delete node[key]
  }
}

/** True for a mapping: neither a list nor a scalar. */
export function isTree(value: unknown): value is ConfigTree {
  return isMutableTree(value)
}

function isMutableTree(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
