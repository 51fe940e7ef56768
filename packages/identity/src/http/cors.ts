import { withoutTrailing } from '@gatehouse/contract/http'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { RE2JS } from 're2js'

/** The pages of other origins that may call a listener. */
export interface CorsConfig {
  readonly enabled: boolean
  /** `https://app.example.org`, `https://*.example.org` or `*`. */
  readonly allowedOrigins: readonly string[]
  readonly allowedMethods: readonly string[]
  readonly allowedHeaders: readonly string[]
  readonly exposedHeaders: readonly string[]
  readonly allowCredentials: boolean
  readonly maxAgeSeconds: number
}

type Listener = (request: Request) => Promise<Response>

/**
 * Wraps a listener for calls by scripts of other origins, within the configuration. An unlisted origin gets no header
 * at all, and `*` counts only without credentials.
 */
export function withCors(listener: Listener, config: CorsConfig): Listener {
  if (!config.enabled) return listener
  const anyOrigin = config.allowedOrigins.includes('*')
  const isNamed = originMatcher(config)
  const app = new Hono()
  app.use(
    cors({
      origin: (origin) => {
        if (anyOrigin && !config.allowCredentials) return '*'
        return isNamed(origin) ? origin : null
      },
      allowMethods: [...config.allowedMethods],
      allowHeaders: [...config.allowedHeaders],
      exposeHeaders: [...config.exposedHeaders],
      credentials: config.allowCredentials,
      ...(config.maxAgeSeconds > 0 && { maxAge: config.maxAgeSeconds }),
    }),
  )
  app.all('*', async ({ req }) => {
    const { status, statusText, headers, body } = await listener(req.raw)
    // The middleware adds headers, but those of a redirect are immutable.
    return new Response(body, { status, statusText, headers: new Headers(headers) })
  })
  return async (request) => {
    // CORS concerns neither requests nor preflights without an origin.
    if (!request.headers.has('origin')) return listener(request)
    return app.fetch(request)
  }
}

/** Returns a check for the listed origins; `*` matches none. */
export function originMatcher({ allowedOrigins }: Pick<CorsConfig, 'allowedOrigins'>): (origin: string) => boolean {
  const patterns = allowedOrigins.filter((origin) => origin !== '*').map(originPattern)
  return (origin) => patterns.some((pattern) => pattern.matches(origin))
}

/**
 * Compiles `https://*.example.org`: one star matches any labels, but not the dot before the rest. Visitors choose the
 * origin, so a pattern runs in time that is linear in it (RE2).
 */
function originPattern(origin: string): RE2JS {
  const parts = withoutTrailing(origin.toLowerCase(), '/').split('*')
  return RE2JS.compile(parts.map((part) => RE2JS.quote(part)).join('[a-z0-9.-]+'))
}

/** Returns a check for the origins whose scripts may call with the visitor's session. */
export function callersWithSession(config: CorsConfig): (origin: string) => boolean {
  return config.enabled && config.allowCredentials ? originMatcher(config) : () => false
}
