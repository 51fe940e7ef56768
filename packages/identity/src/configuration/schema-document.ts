import { readFile } from 'node:fs/promises'
import { isAbsolute, resolve } from 'node:path'

import { configurationBounds, schemaBounds } from './bounds.ts'
import { createOutbound, OutboundFault, type Reach } from '@gatehouse/platform/outbound'

/** How the documents that a configuration names are found. */
export interface DocumentOrigin {
  /** Relative paths are seen from here where `workingDir` has no such file. */
  readonly baseDir: string
  /** Relative paths are seen from here at first. Default: `baseDir`. */
  readonly workingDir?: string
  /** Takes a line for the operator. */
  readonly note?: (text: string) => void
  /** How far an address may be. */
  readonly reachOf: (url: string) => Reach
}

/** Reads an identity schema from `file://`, `base64://` or `https://`. Throws an Error that names what is wrong. */
export async function loadSchemaDocument(
  url: string,
  origin: DocumentOrigin,
): Promise<Readonly<Record<string, unknown>>> {
  const text = await readSource(url, origin, schemaBounds.characters)
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

/** Reads a document's text, of `most` characters; throws an Error that says why it cannot. */
export async function readSource(
  url: string,
  origin: DocumentOrigin,
  most: number = configurationBounds.document,
): Promise<string> {
  const text = await readWhole(url, origin)
  if (text.length > most) throw new Error(`has more than ${most} characters; make it smaller`)
  return text
}

async function readWhole(url: string, origin: DocumentOrigin): Promise<string> {
  if (url.startsWith('base64://')) return Buffer.from(url.slice('base64://'.length), 'base64').toString('utf8')
  if (url.startsWith('file://')) return readFileUrl(url, origin)
  if (/^https?:\/\//.test(url)) return download(url, origin.reachOf)
  throw new Error('cannot be read: use file://, base64:// or https://')
}

/** From the working directory, as Ory Kratos reads it; a file beside the configuration is taken where there is none. */
async function readFileUrl(
  url: string,
  { baseDir, workingDir = baseDir, note = () => {} }: DocumentOrigin,
): Promise<string> {
  const path = decodeURIComponent(url.slice('file://'.length))
  if (isAbsolute(path)) return readAt(path)
  const [first, second] = [resolve(workingDir, path), resolve(baseDir, path)]
  if (first === second) return readAt(first)
  const beside = await readFile(second, 'utf8').catch(() => undefined)
  if (beside === undefined) return readAt(first)
  const text = await readFile(first, 'utf8').catch(() => undefined)
  if (text === undefined) {
    note(`${url} is read as ${second}, beside the configuration: Ory Kratos would look for ${first}`)
    return beside
  }
  if (text !== beside) note(`${url} is read as ${first}, from the working directory; ${second} is another file`)
  return text
}

async function readAt(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    throw new Error(`cannot be read: there is no readable file ${path}`, { cause })
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
