import { createHash } from 'node:crypto'

import type { WebHookConfig } from '../configuration/config.ts'

/** The hooks that calls can wait for, by the names that are stored with the calls. */
export interface HookNames {
  nameOf(hook: WebHookConfig): string
  /**
   * The hook of a waiting call. After a change of the configuration: the one of the same list that calls the same address,
   * wherever it stands now, else the one at its position, where the list is as long as it was: its address was corrected.
   * Undefined: it was taken out.
   */
  find(name: string): WebHookConfig | undefined
}

/** Names of hooks: path in the configuration, digest of the address (which may hold a secret), length of the list. */
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
