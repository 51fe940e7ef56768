import { plainWords } from '@gatehouse/platform/http'
import { z } from 'zod'

import type { HttpCallConfig, WebHookConfig } from './config.ts'
import type { SelfserviceFile } from './file-selfservice.ts'
import { loadCall, loadWebHook } from './web-hooks.ts'
import type { DocumentOrigin } from './schema-document.ts'

/** `config` of `notify_previous_addresses`: the addresses before the change that are informed. */
export const previousAddresses = z.strictObject({
  recipients: z.enum(['removed', 'all_verified', 'all']).default('removed'),
})

/** Hooks this service runs. */
const supported: ReadonlySet<string> = new Set([
  'session',
  'show_verification_ui',
  'require_verified_address',
  'notify_previous_addresses',
  'revoke_active_sessions',
  'verification',
  'verify_new_address',
  'web_hook',
])
/** Hooks that only Kratos supports, with the effect of leaving them out: a flow still ends correctly. */
const leftOut: ReadonlyMap<string, string> = new Map([
  ['b2b_sso', 'people of an organization are sent to its provider by selfservice.methods.b2b, without a hook'],
  ['organization', 'people of an organization are sent to its provider by selfservice.methods.b2b, without a hook'],
  ['two_step_registration', 'selfservice.flows.registration.style says how many screens a sign-up has'],
])

/** The loaded hooks of all flows. With a fault the configuration cannot be used; warnings are reported at start. */
export interface LoadedHooks {
  /** By the entry of the file. */
  readonly webHooks: ReadonlyMap<object, WebHookConfig>
  /** The system that checks passwords during a migration; absent: none does. */
  readonly migrateHook: HttpCallConfig | undefined
  readonly faults: readonly string[]
  readonly warnings: readonly string[]
}

/** Loads every hook of the file. A hook that may refuse a person is never dropped silently. */
export async function loadHooks(selfservice: SelfserviceFile, origin: DocumentOrigin): Promise<LoadedHooks> {
  const faults: string[] = []
  const warnings: string[] = []
  const webHooks = new Map<object, WebHookConfig>()
  for (const [kind, flow] of Object.entries(selfservice.flows)) {
    if (!('before' in flow)) continue
    for (const { path, entry } of hooksOf(flow)) {
      const key = `selfservice.flows.${kind}.${path}`
      if (entry.hook === 'web_hook') {
        const loaded = await loadWebHook(key, entry.config, origin)
        faults.push(...loaded.faults)
        if (loaded.webHook) webHooks.set(entry, loaded.webHook)
      } else if (path.startsWith('before.') && supported.has(entry.hook)) {
        faults.push(`${key} "${entry.hook}" does not run before a flow; there is web_hook`)
      } else if (entry.hook === 'notify_previous_addresses') {
        const read = previousAddresses.safeParse(entry.config, { error: plainWords })
        for (const { path: at, message } of read.error?.issues ?? []) {
          faults.push(`${[key, 'config', ...at].join('.')} ${message}`)
        }
      } else if (leftOut.has(entry.hook)) {
        warnings.push(`${key} "${entry.hook}" is not supported, and is ignored: ${leftOut.get(entry.hook)}`)
      } else if (!supported.has(entry.hook)) {
        faults.push(`${key} "${entry.hook}" is no hook; there are ${[...supported].join(', ')}`)
      }
    }
  }
  const moving = await loadMigrateHook(selfservice, origin)
  return { webHooks, migrateHook: moving.call, faults: [...faults, ...moving.faults], warnings }
}

async function loadMigrateHook({ methods }: SelfserviceFile, origin: DocumentOrigin) {
  const path = 'selfservice.methods.password.config.migrate_hook.config'
  const { enabled, config } = methods.password.config.migrate_hook
  if (!enabled) return { call: undefined, faults: [] }
  if (config === undefined) return { call: undefined, faults: [`${path} is missing: it has to name a url`] }
  const { emit_analytics_event: _analytics, ...call } = config
  return loadCall(path, call, origin)
}

function hooksOf({ before, after }: Pick<SelfserviceFile['flows']['login'], 'before' | 'after'>) {
  const ofMethods = Object.entries(after.methods).flatMap(([method, own]) =>
    (own?.hooks ?? []).map((entry, index) => ({ entry, path: `after.${method}.hooks.${index}` })),
  )
  return [
    ...before.hooks.map((entry, index) => ({ entry, path: `before.hooks.${index}` })),
    ...after.hooks.map((entry, index) => ({ entry, path: `after.hooks.${index}` })),
    ...ofMethods,
  ]
}
