import { readFile } from 'node:fs/promises'
import { isAbsolute, resolve } from 'node:path'

import { configurationBounds, schemaBounds } from './bounds.ts'
import { farText, type FarText, type NamedText } from './far-text.ts'
import {
  createOutbound,
  OutboundFault,
  outboundReasons,
  type OutboundReason,
  type Reach,
} from '@gatehouse/platform/outbound'

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
  /** Takes what could not be downloaded, to be asked for again, and remembers which servers were silent. */
  readonly far?: FarTexts
}

/** What was not there when a configuration was read. */
export interface FarTexts {
  readonly texts: FarText[]
  /** Origins that did not answer in time: they are not waited for once more while the same configuration is read. */
  readonly silent: Set<string>
}

/** A text is not there, which may pass: its server does not answer, or answers that it cannot; there is no such file yet. */
class DownloadFault extends Error {}

/**
 * Reads an identity schema from `file://`, `base64://` or `https://`; `name` is the key that names it. Throws an Error that
 * names what is wrong.
 */
export async function loadSchemaDocument(
  name: string,
  url: string,
  origin: DocumentOrigin,
): Promise<Readonly<Record<string, unknown>> | FarText> {
  // Ory Kratos compiles schemas when it starts, and reads every other file when it is used.
  const isFile = url.startsWith('file://')
  const read = isFile
    ? readSource(url, origin, schemaBounds.characters)
    : readNamedText(name, url, origin, schemaBounds.characters)
  const text = await read
  return typeof text === 'string' ? parseSchemaDocument(text) : text
}

/** Reads the text of an identity schema. Throws an Error that names what is wrong. */
export function parseSchemaDocument(text: string): Readonly<Record<string, unknown>> {
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

/**
 * Reads a document's text as `readSource` does, but for one that is not there now: that is noted, and asked for
 * later. `name` is the key that names it.
 */
export async function readNamedText(
  name: string,
  url: string,
  origin: DocumentOrigin,
  most?: number,
): Promise<NamedText> {
  const { far, note = () => {} } = origin
  if (far === undefined || !/^(?:https?|file):/.test(url)) return readSource(url, origin, most)
  try {
    if (far.silent.has(originOf(url))) throw new DownloadFault(`cannot be downloaded: ${silence}`)
    return await readSource(url, origin, most, atStart)
  } catch (fault) {
    if (!(fault instanceof DownloadFault)) throw fault
    if (fault.message.endsWith(silence)) far.silent.add(originOf(url))
    note(`${name} ${fault.message}. The service starts without it, refuses what needs it, and asks for it again`)
    const text = farText(name, fault, () => readSource(url, origin, most))
    far.texts.push(text)
    return text
  }
}

function originOf(url: string): string {
  return URL.parse(url)?.origin ?? url
}

/** Reads a document's text, of `most` characters; throws an Error that says why it cannot. */
export async function readSource(
  url: string,
  origin: DocumentOrigin,
  most: number = configurationBounds.document,
  patience = limits,
): Promise<string> {
  const text = await readWhole(url, origin, patience)
  if (text.length > most) throw new Error(`has more than ${most} characters; make it smaller`)
  return text
}

async function readWhole(url: string, origin: DocumentOrigin, patience: typeof limits): Promise<string> {
  if (url.startsWith('base64://')) return Buffer.from(url.slice('base64://'.length), 'base64').toString('utf8')
  if (url.startsWith('file://')) return readFileUrl(url, origin)
  if (/^https?:\/\//.test(url)) return download(url, origin.reachOf, patience)
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
    throw new DownloadFault(`cannot be read: there is no readable file ${path}`, { cause })
  }
}

/** Schemas and programs are texts that people write. */
const limits = { timeoutMs: 10_000, mostBytes: 4 * 1024 * 1024, redirects: 5 }
/** A start waits less: whatever is slow is asked for again. */
const atStart = { ...limits, timeoutMs: 3_000 }
const silence = outboundReasons.timeout
/** What will not pass by itself. */
const lasting: ReadonlySet<OutboundReason> = new Set(['bad_url', 'private_address', 'too_large'])

async function download(url: string, reachOf: DocumentOrigin['reachOf'], patience: typeof limits): Promise<string> {
  const { call } = createOutbound({ purpose: 'document', reachOf, ...patience })
  const answer = await call({ url, method: 'GET', headers: {}, body: undefined }).catch((cause: unknown) => {
    if (!(cause instanceof OutboundFault)) throw new DownloadFault('cannot be downloaded', { cause })
    const why = `cannot be downloaded: ${cause.message}`
    if (lasting.has(cause.reason)) throw new Error(why, { cause })
    throw new DownloadFault(why, { cause })
  })
  if (answer.status < 200 || answer.status > 299) {
    throw new DownloadFault(`cannot be downloaded: the server answered ${answer.status}`)
  }
  return answer.body
}
