import { plainWords } from '@gatehouse/platform/http'
import { z } from 'zod'

import type { HookConfig, WebHookConfig } from './config.ts'
import { httpCall } from './http-call.ts'
import { readNamedText, type DocumentOrigin } from './schema-document.ts'

/** `config` of a `web_hook`. */
export const webHook = httpCall.extend({
  id: z.string().optional(),
  response: z.strictObject({ ignore: z.boolean().default(false), parse: z.boolean().default(false) }).prefault({}),
  can_interrupt: z.boolean().default(false),
  emit_analytics_event: z.boolean().optional(),
})

/** A hook with its Jsonnet body. Absent if the keys of its entry are wrong; `faults` has the reasons. */
export interface LoadedWebHook {
  readonly webHook: WebHookConfig | undefined
  readonly faults: readonly string[]
}

/** Reads `config` of a `web_hook`, and its Jsonnet body. `path` names it; stored deliveries refer to it by that. */
export async function loadWebHook(
  path: string,
  config: HookConfig['config'],
  origin: DocumentOrigin,
): Promise<LoadedWebHook> {
  const read = webHook.safeParse(config, { error: plainWords })
  if (!read.success) {
    const faults = read.error.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map(
            (key) => `${[path, 'config', ...issue.path, key].join('.')} is unknown; check its spelling and place`,
          )
        : [`${[path, 'config', ...issue.path].join('.')} ${issue.message}`],
    )
    return { webHook: undefined, faults }
  }
  const { response, can_interrupt: canInterrupt, id: _id, emit_analytics_event: _analytics, ...call } = read.data
  const isRead = canInterrupt || response.parse
  const clash = isRead && response.ignore ? [`${path}.config.response cannot both be ignored and be read`] : []
  const loaded = await loadCall(`${path}.config`, call, origin)
  return {
    webHook: {
      ...loaded.call,
      path,
      isParsed: response.parse,
      mode: response.ignore ? 'background' : isRead ? 'interrupting' : 'blocking',
    },
    faults: [...clash, ...loaded.faults],
  }
}

/** Reads the Jsonnet program of the body, if there is one. */
export async function loadCall(
  path: string,
  { body: source, ...call }: z.output<typeof httpCall>,
  origin: DocumentOrigin,
) {
  if (source === undefined) return { call: { ...call, body: undefined }, faults: [] }
  try {
    return { call: { ...call, body: await readNamedText(`${path}.body`, source, origin) }, faults: [] }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { call: { ...call, body: undefined }, faults: [`${path}.body ${reason}`] }
  }
}
