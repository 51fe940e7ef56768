import { logLevelOf, logLevels } from './log-level.ts'

/** The top level of a parsed YAML document. */
export type ConfigTree = Readonly<Record<string, unknown>>

interface UnsupportedKey {
  /** Dotted path. `*` matches any one key, or every item of a list. */
  readonly path: string
  readonly effect: string
  /** If it returns true, the value has no effect, so no warning is needed. */
  readonly harmless?: (value: unknown) => boolean
}

const disabled = (value: unknown): boolean => isTree(value) && value.enabled !== true
const off = (value: unknown): boolean => value === false
const empty = (value: unknown): boolean => (isTree(value) && Object.keys(value).length === 0) || value === ''
const none = (value: unknown): boolean => Array.isArray(value) && value.length === 0
const always = (): boolean => true
const noMethod = 'this method is not available yet; people cannot use it'
const ignored = 'it is ignored'
const redacted = '[secret]'

/**
 * Keys of Kratos' file that are accepted, with the effect of leaving them out. Together with the supported keys they
 * are all keys of Ory Kratos: a test compares both with its contract of July 2026.
 */
export const unsupportedKeys: readonly UnsupportedKey[] = [
  { path: 'selfservice.methods.saml', effect: noMethod, harmless: disabled },
  { path: 'selfservice.methods.captcha', effect: 'forms are not protected by it', harmless: disabled },
  { path: 'selfservice.methods.deviceauthn', effect: noMethod, harmless: disabled },
  { path: 'selfservice.methods.webauthn.config.rp.icon', effect: ignored, harmless: always },
  {
    path: 'selfservice.methods.code.config.missing_credential_fallback_enabled',
    effect: 'people whose account has no credential "code" get no code to sign in',
    harmless: off,
  },
  {
    path: 'selfservice.methods.oidc.config.providers.*.aal2_acr_values',
    effect:
      'a sign-in through the provider counts as one step, whatever it says; people with a second step are asked for it',
    harmless: none,
  },
  {
    path: 'selfservice.methods.oidc.config.providers.*.aal2_amr_values',
    effect:
      'a sign-in through the provider counts as one step, whatever it says; people with a second step are asked for it',
    harmless: none,
  },
  {
    path: 'selfservice.flows.logout.clear_browser_data',
    effect:
      'every sign-out clears what the browser keeps of pages, whatever is set here; cookies and storage of applications stay',
    harmless: off,
  },
  { path: 'serve.*.tls', effect: 'put a TLS proxy in front of the service', harmless: empty },
  { path: 'serve.*.socket', effect: 'the service listens at serve.*.host and serve.*.port', harmless: empty },
  {
    path: 'serve.*.request_log',
    effect: 'the process that hosts the service decides which requests it logs',
    harmless: empty,
  },
  { path: 'courier.sms', effect: 'name a channel "sms" in courier.channels instead', harmless: disabled },
  { path: 'courier.worker', effect: 'messages leave as soon as they are due', harmless: empty },
  {
    path: 'courier.smtp.client_cert_path',
    effect:
      'the mail server is shown no certificate; sign in there with a user and a password in courier.smtp.connection_uri',
    harmless: empty,
  },
  {
    path: 'courier.smtp.client_key_path',
    effect:
      'the mail server is shown no certificate; sign in there with a user and a password in courier.smtp.connection_uri',
    harmless: empty,
  },
  { path: 'hashers.argon2.expected_duration', effect: ignored, harmless: always },
  { path: 'hashers.argon2.expected_deviation', effect: ignored, harmless: always },
  { path: 'hashers.argon2.dedicated_memory', effect: ignored, harmless: always },
  {
    path: 'ciphers.algorithm',
    effect: 'secrets in the database are sealed by AES-256-GCM, whatever is named here',
    harmless: (value) => value === 'aes',
  },
  { path: 'ciphers', effect: ignored, harmless: always },
  { path: 'secrets.pagination', effect: ignored, harmless: always },
  {
    path: 'feature_flags.legacy_allow_insecure_origins',
    effect: 'security keys and passkeys work on https pages and on localhost alone, as in browsers',
    harmless: off,
  },
  { path: 'database', effect: 'the service removes what has expired by itself', harmless: empty },
  { path: 'preview', effect: 'every answer is of the newest state', harmless: always },
  { path: 'http', effect: ignored },
  {
    path: 'tracing',
    effect: 'traces are switched on by variables such as OTEL_EXPORTER_OTLP_ENDPOINT',
    harmless: empty,
  },
  {
    path: 'enterprise',
    effect: 'a schema that is not in identity.schemas is looked for nowhere else',
    harmless: empty,
  },
  {
    path: 'log.level',
    effect: `there are ${Object.keys(logLevels).join(', ')}; it counts as info`,
    harmless: (value) => logLevelOf(value) !== undefined,
  },
  { path: 'log.format', effect: 'the log has a line of JSON for each entry', harmless: (value) => value === 'json' },
  {
    path: 'log.leak_sensitive_values',
    effect: 'the log shows no secret; LOG_LEVEL=debug tells more of what happens',
    harmless: off,
  },
  {
    path: 'log.redaction_text',
    effect: `what is secret is written as ${redacted}`,
    harmless: (value) => value === redacted,
  },
  { path: 'log', effect: ignored, harmless: always },
  { path: 'version', effect: ignored, harmless: always },
  { path: 'revision', effect: ignored, harmless: always },
  { path: 'help', effect: ignored, harmless: always },
  { path: 'config', effect: ignored, harmless: always },
  { path: 'sqa-opt-out', effect: ignored, harmless: always },
  { path: 'watch-courier', effect: ignored, harmless: always },
  {
    path: 'expose-metrics-port',
    effect: 'no port is opened for the metrics of the courier',
    harmless: (value) => value === 0,
  },
  { path: '$schema', effect: ignored, harmless: always },
]

/** Removes the unsupported keys from a tree. Returns warnings that name them. */
export function removeUnsupported(tree: ConfigTree): readonly string[] {
  const warnings: string[] = []
  for (const key of unsupportedKeys) {
    take(tree, key.path.split('.'), [], (path, value) => {
      if (!key.harmless?.(value)) warnings.push(`${path} is not supported: ${key.effect}`)
    })
  }
  return warnings
}

function take(
  node: unknown,
  path: readonly string[],
  seen: readonly string[],
  found: (path: string, value: unknown) => void,
): void {
  const [head, ...rest] = path
  if (Array.isArray(node)) {
    if (head === '*') node.forEach((item, index) => take(item, rest, [...seen, String(index)], found))
    return
  }
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
