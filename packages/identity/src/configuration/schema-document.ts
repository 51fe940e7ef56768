import { readFile } from 'node:fs/promises'
import { isAbsolute, resolve } from 'node:path'

import { createOutbound } from '@gatehouse/platform/outbound/call'
import { OutboundFault } from '@gatehouse/platform/outbound/fault'
import type { Reach } from '@gatehouse/platform/outbound/reach'

/** How the documents that a configuration names are found. */
export interface DocumentOrigin {
  /** Relative paths are seen from here. */
  readonly baseDir: string
  /** How far an address may be. */
  readonly reachOf: (url: string) => Reach
}

/** Reads an identity schema from `file://`, `base64://` or `https://`. Throws an Error that names what is wrong. */
export async function loadSchemaDocument(
  url: string,
  origin: DocumentOrigin,
): Promise<Readonly<Record<string, unknown>>> {
  const text = await readSource(url, origin)
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch (cause) {
    throw new Error('is not valid JSON', { cause })
  }
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    throw new Error('is no JSON Schema: it has to be an object')
  }
  return document as Record<string, unknown>
}

/** Reads a document's text; throws an Error that says why it cannot. */
export async function readSource(url: string, { baseDir, reachOf }: DocumentOrigin): Promise<string> {
  if (url.startsWith('base64://')) return Buffer.from(url.slice('base64://'.length), 'base64').toString('utf8')
  if (url.startsWith('file://')) return readFileUrl(url, baseDir)
  if (/^https?:\/\//.test(url)) return download(url, reachOf)
  throw new Error('cannot be read: use file://, base64:// or https://')
}

async function readFileUrl(url: string, baseDir: string): Promise<string> {
  const path = decodeURIComponent(url.slice('file://'.length))
  const absolute = isAbsolute(path) ? path : resolve(baseDir, path)
  try {
    return await readFile(absolute, 'utf8')
  } catch (cause) {
    throw new Error(`cannot be read: there is no readable file ${absolute}`, { cause })
  }
}

/** Schemas and programs are texts that people write. */
const limits = { timeoutMs: 10_000, mostBytes: 4 * 1024 * 1024, redirects: 5 }

async function download(url: string, reachOf: DocumentOrigin['reachOf']): Promise<string> {
  const { call } = createOutbound({ purpose: 'document', reachOf, ...limits })
  const answer = await call({ url, method: 'GET', headers: {}, body: undefined }).catch((cause: unknown) => {
    const why = cause instanceof OutboundFault ? `: ${cause.message}` : ''
    throw new Error(`cannot be downloaded${why}`, { cause })
  })
  if (answer.status < 200 || answer.status > 299) {
    throw new Error(`cannot be downloaded: the server answered ${answer.status}`)
  }
  return answer.body
}
