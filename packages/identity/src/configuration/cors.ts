import { z } from 'zod'

import type { CorsConfig } from '../http/cors.ts'

/** `serve.*.cors` of the configuration file. */
export const corsFile = z
  .strictObject({
    enabled: z.boolean().default(false),
    allowed_origins: z
      .array(z.string().regex(/^(\*|[a-z][a-z0-9+.-]*:\/\/[^/]+\/?)$/i, 'is no origin; write https://app.example.org'))
      .default(['*']),
    allowed_methods: z.array(z.string()).default(['POST', 'GET', 'PUT', 'PATCH', 'DELETE']),
    allowed_headers: z
      .array(z.string())
      .default(['Authorization', 'Content-Type', 'Max-Age', 'X-Session-Token', 'X-XSRF-TOKEN', 'X-CSRF-TOKEN']),
    exposed_headers: z.array(z.string()).default(['Content-Type']),
    allow_credentials: z.boolean().default(true),
    options_passthrough: z.boolean().optional(),
    max_age: z.int().min(0).default(0),
    debug: z.boolean().optional(),
  })
  .prefault({})

/** Returns the keys that the service uses; `debug` and `options_passthrough` are read, and have no effect. */
export function corsOf(file: z.output<typeof corsFile>): CorsConfig {
  return {
    enabled: file.enabled,
    allowedOrigins: file.allowed_origins,
    allowedMethods: file.allowed_methods,
    allowedHeaders: file.allowed_headers,
    exposedHeaders: file.exposed_headers,
    allowCredentials: file.allow_credentials,
    maxAgeSeconds: file.max_age,
  }
}

/** Returns the warnings for the operator. */
export function corsWarnings(name: string, file: z.output<typeof corsFile>): readonly string[] {
  const clash = file.enabled && file.allow_credentials && file.allowed_origins.includes('*')
  return clash
    ? [
        `serve.${name}.cors: allowed_origins "*" together with allow_credentials would open every session to every page; ` +
          'only origins that are named by themselves may call',
      ]
    : []
}
