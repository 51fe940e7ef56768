import type { ConfigOrigin } from '@gatehouse/contract/control-plane'
import type { ConfigTree, EffectiveConfig, HostedProject } from '@gatehouse/control-plane/service'
import type { ProjectDeployment } from './layers.ts'
import { withoutKey } from './host-keys.ts'
import { sharedSessionName } from './shared-session.ts'

const templatesPath = ['session', 'whoami', 'tokenizer', 'templates']

type Lists = EffectiveConfig['applications']
type Deployment = Pick<ProjectDeployment, 'applications' | 'url'>

/** Returns the entries about applications of the settings and of a project's configuration, the settings first. */
export function applicationLists(
  { applications, url }: Deployment,
  config: ConfigTree,
  cors: HostedProject['corsPublic'],
): Lists {
  const { returnUrls = [], corsOrigins = [], sessionTokens = [] } = applications ?? {}
  const own = applicationListsOf(config, 'project')
  const listed = (values: readonly string[], origin: ConfigOrigin) => values.map((value) => ({ value, origin }))
  const set = sessionTokens.map(({ name, lifespan }) => ({ name, lifespan, origin: 'settings' as const }))
  return {
    return_urls: [...listed([url.origin], 'host'), ...listed(returnUrls, 'settings'), ...own.return_urls],
    cors_origins: [...listed(corsOrigins, 'settings'), ...listed(cors.enabled ? cors.origins : [], 'project')],
    session_tokens: [...set, ...own.session_tokens.filter(({ name }) => !set.some((one) => one.name === name))],
  }
}

/** Returns the entries about applications of one document in Kratos' format. */
export function applicationListsOf(document: unknown, origin: ConfigOrigin): Lists {
  const listed = (...path: readonly string[]) => {
    const found = at(document, path)
    return (Array.isArray(found) ? found : []).flatMap((value: unknown) =>
      typeof value === 'string' ? [{ value, origin }] : [],
    )
  }
  const templates = at(document, templatesPath)
  return {
    return_urls: listed('selfservice', 'allowed_return_urls'),
    cors_origins: listed('serve', 'public', 'cors', 'allowed_origins'),
    session_tokens: Object.entries(isTree(templates) ? templates : {}).map(([name, template]) => {
      const ttl = at(template, ['ttl'])
      return { name, lifespan: typeof ttl === 'string' ? ttl : '1m', origin }
    }),
  }
}

/**
 * Returns the part of a configuration that the settings leave in effect, and a sentence for each value that they
 * override. A kind of token is either theirs or the configuration's: merged, claims of one would be signed by the other.
 */
export function withoutOutweighed(
  { applications }: Pick<Deployment, 'applications'>,
  config: ConfigTree,
): { readonly config: ConfigTree; readonly warnings: readonly string[] } {
  let without = config
  const remove = (path: readonly string[]): boolean => {
    const before = without
    without = withoutKey(before, path)
    return without !== before
  }
  const { defaultReturnUrl, sessionTokens = [] } = applications ?? {}
  const tokens = sessionTokens.flatMap(({ name }) =>
    remove([...templatesPath, name])
      ? [
          `${templatesPath.join('.')}.${name} has no effect: session_tokens of gatehouse.yml or GATEHOUSE_SESSION_TOKENS counts`,
        ]
      : [],
  )
  const isSaid = defaultReturnUrl !== undefined && remove(['selfservice', 'default_browser_return_url'])
  const start = isSaid
    ? [
        'selfservice.default_browser_return_url has no effect: default_return_url of gatehouse.yml or GATEHOUSE_DEFAULT_RETURN_URL counts',
      ]
    : []
  return { config: without, warnings: [...tokens, ...start] }
}

/** Returns the name of the first project's shared session, if its own configuration shares it. */
export function sharedName({ applications }: Deployment, config: ConfigTree): { readonly sessionName?: string } {
  const isShared = applications !== undefined && at(config, ['session', 'cookie', 'domain']) !== undefined
  return isShared ? { sessionName: sharedSessionName } : {}
}

function at(node: unknown, path: readonly string[]): unknown {
  return path.reduce((inner, key) => (isTree(inner) ? inner[key] : undefined), node)
}

function isTree(value: unknown): value is ConfigTree {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
