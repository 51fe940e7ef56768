import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { GatewayProcess } from '@gatehouse/testing/processes'

/** Calls the control plane as a program does, with the installation's first key. Rejects with the refusal. */
export type Control = <T>(
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<T>

/** Returns the control plane of a gateway, called with its first key. */
export async function controlOf({ consoleOrigin, dataFolder }: GatewayProcess): Promise<Control> {
  const key = (await readFile(join(dataFolder, 'workspace-api-key'), 'utf8')).trim()
  return async <T>(method: string, path: string, body?: unknown, more: Readonly<Record<string, string>> = {}) => {
    const answer = await fetch(`${consoleOrigin}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...more,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text}`)
    return (text === '' ? {} : JSON.parse(text)) as T
  }
}

/** A workspace or a project, and its name in addresses. */
export interface Named {
  readonly id: string
  readonly slug: string
}

/** Returns the workspace that every installation has. */
export async function firstWorkspace(control: Control): Promise<Named> {
  const { workspaces } = await control<{ workspaces: readonly Named[] }>('GET', '/workspaces')
  const [workspace] = workspaces
  if (workspace === undefined) throw new Error('there is no workspace')
  return workspace
}

/** Returns the address of the first workspace's pages: `http://…/w/{workspace}`. */
export async function workspaceAddress({ consoleOrigin }: GatewayProcess, control: Control): Promise<string> {
  return `${consoleOrigin}/w/${(await firstWorkspace(control)).slug}`
}
