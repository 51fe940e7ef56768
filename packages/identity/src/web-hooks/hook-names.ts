import { createHash } from 'node:crypto'

import type { WebHookConfig } from '../configuration/config.ts'

/** The hooks of waiting calls, by the names that are stored with the calls. */
export interface HookNames {
  nameOf(hook: WebHookConfig): string
  /**
   * Finds the hook of a waiting call. After a change of the configuration: the one of the same list with the same
   * address, at any position, else the one at its position, if the list has the same length: its address was corrected.
   * Undefined: it was removed.
   */
  find(name: string): WebHookConfig | undefined
}

/** Creates names of hooks: path in the configuration, digest of the address (which may hold a secret), list length. */
export function createHookNames(hooks: readonly WebHookConfig[]): HookNames {
  const inListOf = (path: string) => hooks.filter((hook) => listOf(hook.path) === listOf(path))
  const at = (path: string) => hooks.find((hook) => hook.path === path)
  return {
    nameOf: (hook) => `${hook.path} ${digestOf(hook)} ${inListOf(hook.path).length}`,
    find: (name) => {
      const [path = '', digest, count] = name.split(' ')
      if (digest === undefined) return at(path)
      const same = inListOf(path).filter((hook) => digestOf(hook) === digest)
      const corrected = Number(count) === inListOf(path).length ? at(path) : undefined
      return same.find((hook) => hook.path === path) ?? same[0] ?? corrected
    },
  }
}

function listOf(path: string): string {
  return path.slice(0, path.lastIndexOf('.'))
}

function digestOf({ method, url }: WebHookConfig): string {
  return createHash('sha256').update(`${method} ${url}`).digest('base64url')
}
