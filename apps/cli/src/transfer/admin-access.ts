import { readFile } from 'node:fs/promises'
import { withoutTrailing } from '@gatehouse/contract/http'
import { createAdminClient, type AdminClient } from '@gatehouse/client/admin-client'
import { loadProcessConfig, isLoopbackHost } from '@gatehouse/config/config'
import { isJson } from '@gatehouse/transfer/formats'
import { CommandFailure } from '../command-failure.ts'
import type { AdminOptions } from './admin-options.ts'
import { openDataFolder } from './data-folder.ts'

/** An admin API that a command may use. */
export interface AdminAccess {
  readonly client: AdminClient
  /** For people. */
  readonly where: string
  /** Reads an identity schema; undefined if it is not available. */
  schema(id: string): Promise<unknown>
  /** Reads the ids of all schemas; empty if they are not available. */
  schemaIds(): Promise<readonly string[]>
  close(): Promise<void>
}

// Two hundred plain passwords are hashed in one call.
const timeoutMs = 600_000

/** Finds the admin API that the options, or else the configuration, name. */
export async function openAdmin(options: AdminOptions): Promise<AdminAccess> {
  if (options.data !== undefined) {
    if (options.adminUrl !== undefined) throw new CommandFailure('Give either --admin-url or --data.')
    const folder = await openDataFolder(options.data)
    return access({ url: folder.adminUrl, key: folder.key, where: options.data }, () => folder.close())
  }
  const { url, key } = await address(options)
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname) && options.plainHttp !== true) {
    throw new CommandFailure(
      `${url.origin} is beyond this machine and speaks http: everybody on the way could read the hashes.\n` +
        'Use https://, or say --plain-http where the network is yours alone.',
    )
  }
  return access({ url, key, where: url.origin }, async () => {})
}

async function address(options: AdminOptions): Promise<{ readonly url: URL; readonly key: string | undefined }> {
  const known = configured()
  if (options.adminUrl !== undefined && !URL.canParse(options.adminUrl)) {
    throw new CommandFailure(`--admin-url is no URL: ${options.adminUrl}`)
  }
  const url = options.adminUrl === undefined ? known.url : new URL(options.adminUrl)
  if (url === undefined) throw new CommandFailure('The configuration names no admin API. Say --admin-url.')
  if (options.adminKeyFile !== undefined) return { url, key: await readKey(options.adminKeyFile) }
  // The key of one service must not reach another.
  return { url, key: url.href === known.url?.href ? known.key : undefined }
}

function configured(): { readonly url: URL | undefined; readonly key: string | undefined } {
  const { identity, adminUrl, adminKey } = loadProcessConfig()
  if (identity.kind === 'embedded') return { url: adminUrl, key: adminKey?.reveal() }
  return { url: identity.adminUrl, key: identity.projectToken?.reveal() }
}

async function readKey(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new CommandFailure(`--admin-key-file cannot be read: ${file}`)
  })
  if (text.trim() === '') throw new CommandFailure(`--admin-key-file is empty: ${file}`)
  return text.trim()
}

interface AdminTarget {
  readonly url: URL
  readonly key: string | undefined
  readonly where: string
}

function access({ url, key, where }: AdminTarget, close: () => Promise<void>): AdminAccess {
  const baseUrl = withoutTrailing(url.href, '/')
  const headers = { accept: 'application/json', ...(key !== undefined && { authorization: `Bearer ${key}` }) }
  const read = async (path: string): Promise<unknown> => {
    const asked = fetch(`${baseUrl}${path}`, { headers, signal: AbortSignal.timeout(15_000) })
    const answer = await asked.catch(() => undefined)
    return answer?.ok === true ? answer.json() : undefined
  }
  return {
    client: createAdminClient({ baseUrl, token: key, timeoutMs }),
    where,
    schema: (id) => read(`/schemas/${encodeURIComponent(id)}`),
    schemaIds: async () => {
      const list: unknown = await read('/schemas?per_page=250')
      return Array.isArray(list) ? list.filter(isJson).map((one) => String(one['id'])) : []
    },
    close,
  }
}
