import type { AfterConfig, HookConfig } from './config.ts'

/** Returns the hooks that run after a method: its own if it has any, else the flow's. */
export function hooksAfter(after: AfterConfig, method: string): readonly HookConfig[] {
  const own = after.methods[method]?.hooks ?? []
  return own.length > 0 ? own : after.hooks
}

/** True if a hook of this name runs after the method. */
export function runsHook(after: AfterConfig, method: string, hook: string): boolean {
  return hooksAfter(after, method).some((entry) => entry.hook === hook)
}
