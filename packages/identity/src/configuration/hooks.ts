import type { AfterFile, SelfserviceFile } from './file-selfservice.ts'
import { isTree } from './unsupported.ts'

/** Hooks this service runs. */
const supported: ReadonlySet<string> = new Set([
  'session',
  'show_verification_ui',
  'require_verified_address',
  'revoke_active_sessions',
  'verification',
])
/** Hooks that Kratos knows; without them a flow still ends as it should. */
const ignored: ReadonlySet<string> = new Set(['b2b_sso', 'two_step_registration'])

/** Looks at every hook of the file. A hook that may refuse a person is never left out quietly. */
export function hookFaults(selfservice: SelfserviceFile): { faults: readonly string[]; warnings: readonly string[] } {
  const faults: string[] = []
  const warnings: string[] = []
  for (const [kind, flow] of Object.entries(selfservice.flows)) {
    if (!('after' in flow) || !('hooks' in flow.after)) continue
    for (const { path, hook, config } of hooksOf(flow.after)) {
      const at = `selfservice.flows.${kind}.after.${path} "${hook}"`
      if (supported.has(hook)) continue
      if (hook === 'web_hook' && mayRefuse(config)) {
        faults.push(
          `${at} is not supported and may refuse a person, so it cannot be left out; remove it to go on without`,
        )
      } else if (hook === 'web_hook') {
        warnings.push(`${at} is not supported: it is not called`)
      } else if (ignored.has(hook)) {
        warnings.push(`${at} is not supported: it is ignored`)
      } else {
        faults.push(`${at} is no hook; there are ${[...supported].join(', ')}`)
      }
    }
  }
  return { faults, warnings }
}

function hooksOf({ hooks, methods }: AfterFile) {
  const ofMethods = Object.entries(methods).flatMap(([method, after]) =>
    (after?.hooks ?? []).map((hook, index) => ({ ...hook, path: `${method}.hooks.${index}` })),
  )
  return [...hooks.map((hook, index) => ({ ...hook, path: `hooks.${index}` })), ...ofMethods]
}

function mayRefuse(config: Readonly<Record<string, unknown>>): boolean {
  return config.can_interrupt === true || (isTree(config.response) && config.response.parse === true)
}
