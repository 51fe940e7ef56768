import { access } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import { z } from 'zod'

import { templateFault } from '../courier/override.ts'
import type { HttpCallConfig, MessageTexts } from './config.ts'
import { readSource } from './schema-document.ts'
import type { DocumentOrigin } from './schema-document.ts'
import { httpCall } from './http-call.ts'
import { loadCall } from './web-hooks.ts'

const texts = z.strictObject({
  email: z
    .strictObject({
      subject: z.string().optional(),
      body: z.strictObject({ plaintext: z.string().optional(), html: z.string().optional() }).prefault({}),
    })
    .optional(),
  sms: z.strictObject({ body: z.strictObject({ plaintext: z.string().optional() }).prefault({}) }).optional(),
})
const templates = z.partialRecord(
  z.enum(['recovery', 'recovery_code', 'verification', 'verification_code', 'login_code', 'registration_code']),
  z.strictObject({ valid: texts.optional(), invalid: texts.optional() }),
)

/** The keys of `courier` beside `smtp` and `message_retries`. */
export const courierKeys = {
  delivery_strategy: z.enum(['smtp', 'http']).default('smtp'),
  http: z.strictObject({ request_config: httpCall.optional() }).prefault({}),
  channels: z
    .array(z.strictObject({ id: z.enum(['sms', 'email']), type: z.literal('http'), request_config: httpCall }))
    .default([]),
  template_override_path: z.string().optional(),
  templates: templates.default({}),
}

interface CourierFile {
  readonly delivery_strategy: 'smtp' | 'http'
  readonly http: { readonly request_config?: z.output<typeof httpCall> | undefined }
  readonly channels: readonly { readonly id: 'sms' | 'email'; readonly request_config: z.output<typeof httpCall> }[]
  readonly template_override_path?: string | undefined
  readonly templates: z.output<typeof templates>
}

/** Channels and texts, with the files that they name. With a fault the configuration cannot be used. */
export interface LoadedCourier {
  readonly channels: { readonly email?: HttpCallConfig; readonly sms?: HttpCallConfig }
  readonly templates: Readonly<Record<string, MessageTexts>>
  readonly faults: readonly string[]
}

/** Reads the Jsonnet bodies of channels and the texts that replace the built-in ones. */
export async function loadCourier(file: CourierFile, origin: DocumentOrigin): Promise<LoadedCourier> {
  const faults: string[] = []
  const channels: { email?: HttpCallConfig; sms?: HttpCallConfig } = {}
  const given = file.channels.map(({ id, request_config: call }, index) => ({ id, call, path: `channels.${index}` }))
  if (file.delivery_strategy === 'http') {
    const call = file.http.request_config
    if (call) given.unshift({ id: 'email', call, path: 'http' })
    else faults.push('courier.http.request_config is missing: delivery_strategy is http')
  }
  for (const { id, call, path } of given) {
    const loaded = await loadCall(`courier.${path}.request_config`, call, origin)
    faults.push(...loaded.faults)
    channels[id] = loaded.call
  }
  const loaded = await loadTemplates(file, origin)
  return { channels, templates: loaded.templates, faults: [...faults, ...loaded.faults] }
}

const parts = {
  subject: { file: 'email.subject.gotmpl', of: (of: z.output<typeof texts>) => of.email?.subject },
  body: { file: 'email.body.plaintext.gotmpl', of: (of: z.output<typeof texts>) => of.email?.body.plaintext },
  html: { file: 'email.body.gotmpl', of: (of: z.output<typeof texts>) => of.email?.body.html },
  sms: { file: 'sms.body.gotmpl', of: (of: z.output<typeof texts>) => of.sms?.body.plaintext },
} as const

/** `courier.templates.…` names texts one by one; `template_override_path` is a folder laid out as Kratos' own. */
async function loadTemplates(file: CourierFile, origin: DocumentOrigin) {
  const faults: string[] = []
  const found: Record<string, MessageTexts> = {}
  for (const kind of Object.keys(templates.def.keyType.def.entries) as (keyof typeof file.templates)[]) {
    for (const validity of ['valid', 'invalid'] as const) {
      const own: Record<string, string> = {}
      for (const [part, { file: name, of }] of Object.entries(parts)) {
        const named = of(file.templates[kind]?.[validity] ?? {})
        const folder = file.template_override_path
        const path = folder === undefined ? undefined : join(resolve(origin.baseDir, folder), kind, validity, name)
        const inFolder = path !== undefined && (await exists(path)) ? `file://${encodeURI(path)}` : undefined
        const source = named ?? inFolder
        if (source === undefined) continue
        const at =
          named === undefined ? `courier.template_override_path (${path})` : `courier.templates.${kind}.${validity}`
        const read = await readSource(source, origin).catch((error: unknown) => error)
        const fault =
          typeof read === 'string' ? templateFault(read) : read instanceof Error ? read.message : String(read)
        if (fault !== undefined) faults.push(`${at} ${part} ${fault}`)
        else if (typeof read === 'string') own[part] = read
      }
      if (Object.keys(own).length > 0) found[`${kind}_${validity}`] = own
    }
  }
  return { templates: found, faults }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
