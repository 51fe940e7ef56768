import { withoutTrailing } from '@gatehouse/contract/http'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { RE2JS } from 're2js'

/** Which pages of other origins may call a listener. */
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
 * Lets scripts of other origins call a listener, as far as the configuration allows. An origin that is not named gets
 * no header at all, and `*` counts only where no credentials travel.
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
    // The middleware adds to the headers, which a redirect's are closed for.
    return new Response(body, { status, statusText, headers: new Headers(headers) })
  })
  return async (request) => {
    // Requests without an origin are none of its business; neither are preflights that carry none.
    if (!request.headers.has('origin')) return listener(request)
    return app.fetch(request)
  }
}

/** Whether an origin is one of those that are named; `*` names none. */
export function originMatcher({ allowedOrigins }: Pick<CorsConfig, 'allowedOrigins'>): (origin: string) => boolean {
  const patterns = allowedOrigins.filter((origin) => origin !== '*').map(originPattern)
  return (origin) => patterns.some((pattern) => pattern.matches(origin))
}

/**
 * `https://*.example.org`: one star stands for any labels, but not for the dot before the rest. Origins are whatever a
 * visitor says, so a pattern runs in time that is linear in them (RE2).
 */
function originPattern(origin: string): RE2JS {
  const parts = withoutTrailing(origin.toLowerCase(), '/').split('*')
  return RE2JS.compile(parts.map((part) => RE2JS.quote(part)).join('[a-z0-9.-]+'))
}

/** Which origins' scripts may call with the session of the person who looks at them. */
export function callersWithSession(config: CorsConfig): (origin: string) => boolean {
  return config.enabled && config.allowCredentials ? originMatcher(config) : () => false
}
