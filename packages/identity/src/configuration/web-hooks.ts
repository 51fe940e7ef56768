import { z } from 'zod'

import { jsonnetFault } from '../jsonnet.ts'
import type { HookConfig, WebHookConfig } from './config.ts'
import { readSource } from './schema-document.ts'
import { Secret } from './secret.ts'

/** The name of an HTTP header. */
export const headerName = z.string().regex(/^[\w!#$%&'*.^`|~+-]+$/, 'is no name of a header')
const headerValue = z.string().regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'is no value of a header')
/** The value of an HTTP header that must never be printed. */
export const secretText = headerValue.transform((text) => new Secret(text))

const auth = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('api_key'),
    config: z.strictObject({ name: headerName, value: secretText, in: z.enum(['header', 'cookie']) }),
  }),
  z.strictObject({ type: z.literal('basic_auth'), config: z.strictObject({ user: z.string(), password: secretText }) }),
  z.strictObject({
    type: z.literal('hmac'),
    config: z.strictObject({
      secret: z
        .string()
        .min(24, 'is too short: a secret has at least 24 characters')
        .transform((text) => new Secret(text)),
    }),
  }),
])

/** A call over HTTP, as hooks and courier channels are configured. */
export const httpCall = z.strictObject({
  url: z.url({ protocol: /^https?$/, error: 'is no http or https URL' }),
  method: z.enum(['POST', 'PUT', 'PATCH', 'GET', 'DELETE']).default('POST'),
  headers: z.record(headerName, headerValue).default({}),
  body: z.string().min(1).optional(),
  auth: auth.optional(),
})

const webHook = httpCall.extend({
  id: z.string().optional(),
  response: z.strictObject({ ignore: z.boolean().default(false), parse: z.boolean().default(false) }).prefault({}),
  can_interrupt: z.boolean().default(false),
  emit_analytics_event: z.boolean().optional(),
})

export interface LoadedWebHook {
  readonly webHook: WebHookConfig | undefined
  readonly faults: readonly string[]
}

/** Reads `config` of a `web_hook`, and its Jsonnet body. `path` names it; stored deliveries find it by that. */
export async function loadWebHook(path: string, config: HookConfig['config'], baseDir: string): Promise<LoadedWebHook> {
  const read = webHook.safeParse(config)
  if (!read.success) {
    const faults = read.error.issues.map((issue) => `${[path, 'config', ...issue.path].join('.')} ${issue.message}`)
    return { webHook: undefined, faults }
  }
  const { response, can_interrupt: canInterrupt, id: _id, emit_analytics_event: _analytics, ...call } = read.data
  const isRead = canInterrupt || response.parse
  const clash = isRead && response.ignore ? [`${path}.config.response cannot both be ignored and be read`] : []
  const loaded = await loadCall(`${path}.config`, call, baseDir)
  return {
    webHook: {
      ...loaded.call,
      path,
      mode: response.ignore ? 'background' : isRead ? 'interrupting' : 'blocking',
    },
    faults: [...clash, ...loaded.faults],
  }
}

/** Reads the Jsonnet program that makes the body, if there is one. */
export async function loadCall(path: string, { body: source, ...call }: z.output<typeof httpCall>, baseDir: string) {
  if (source === undefined) return { call: { ...call, body: undefined }, faults: [] }
  try {
    const body = await readSource(source, baseDir)
    const fault = await jsonnetFault()
    return { call: { ...call, body }, faults: fault === undefined ? [] : [`${path}.body ${fault}`] }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { call: { ...call, body: undefined }, faults: [`${path}.body ${reason}`] }
  }
}

/** How a call proves who makes it. */
export type HttpAuth = z.output<typeof auth>
