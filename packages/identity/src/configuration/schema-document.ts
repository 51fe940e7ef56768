import { readFile } from 'node:fs/promises'
import { isAbsolute, resolve } from 'node:path'

import { configurationBounds, schemaBounds } from './bounds.ts'
import { farText, type FarText, type NamedText } from './far-text.ts'
import { isTree } from './unsupported.ts'
import {
  createOutbound,
  OutboundFault,
  outboundReasons,
  type OutboundReason,
  type Reach,
} from '@gatehouse/platform/outbound'

/** The rules for finding the documents that a configuration names. */
export interface DocumentOrigin {
  /** Relative paths start here if `workingDir` has no such file. */
  readonly baseDir: string
  /** Relative paths start here first. Default: `baseDir`. */
  readonly workingDir?: string
  /** Takes a line for the operator. */
  readonly note?: (text: string) => void
  /** Returns the networks that an address may belong to. */
  readonly reachOf: (url: string) => Reach
  /** Collects documents that could not be downloaded, for later attempts, and the origins that did not answer. */
  readonly far?: FarTexts
}

/** The documents that were missing when a configuration was read. */
export interface FarTexts {
  readonly texts: FarText[]
  /** Origins that did not answer in time: they are not tried again while the same configuration is read. */
  readonly silent: Set<string>
}

/** A text is missing for now: its server does not answer, or answers with an error, or the file does not exist yet. */
class DownloadFault extends Error {}

/**
 * Reads an identity schema from `file://`, `base64://` or `https://`; `name` is the key that names it. Throws an Error
 * with the fault.
 */
export async function loadSchemaDocument(
  name: string,
  url: string,
  origin: DocumentOrigin,
): Promise<Readonly<Record<string, unknown>> | FarText> {
  // Ory Kratos compiles schemas when it starts, and reads every other file when it is used.
  const isFile = url.startsWith('file://')
  const reading = { most: schemaBounds.characters, check: parseSchemaDocument }
  const read = isFile ? readSource(url, origin, reading) : readNamedText(name, url, origin, reading)
  const text = await read
  return typeof text === 'string' ? parseSchemaDocument(text) : text
}

/** Reads the text of an identity schema. Throws an Error with the fault. */
export function parseSchemaDocument(text: string): Readonly<Record<string, unknown>> {
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch (cause) {
    if (text.trimStart().startsWith('<')) throw new Error(`is a web page or XML: ${jsonItself}`, { cause })
    throw new Error(`is not valid JSON: check the file, and ${jsonItself}`, { cause })
  }
  if (!isTree(document)) throw new Error('is no JSON Schema: it has to be an object')
  // Without traits accounts would have no name, and forms no field.
  if (!isTree(document['properties']) || !isTree(document['properties']['traits'])) {
    throw new Error('is no identity schema: it has no properties.traits, which say what an account has')
  }
  return document
}

const jsonItself = 'write the address of the JSON file itself, which opens without signing in'

/**
 * Reads a document's text as `readSource` does, except for a missing one: that is noted, and fetched later. `name` is
 * the key that names it.
 */
export async function readNamedText(
  name: string,
  url: string,
  origin: DocumentOrigin,
  reading: Reading = {},
): Promise<NamedText> {
  const { far, note = () => {} } = origin
  if (far === undefined || !/^(?:https?|file):/.test(url)) return readSource(url, origin, reading)
  try {
    if (far.silent.has(originOf(url))) throw new DownloadFault(`${undownloaded(url)}: ${silence}`)
    return await readSource(url, origin, reading, atStart)
  } catch (fault) {
    if (!(fault instanceof DownloadFault)) throw fault
    if (fault.message.endsWith(silence)) far.silent.add(originOf(url))
    note(`${name} ${fault.message}. The service starts without it, refuses what needs it, and asks for it again`)
    // The caller checks a text that arrives later.
    const { most } = reading
    const text = farText(name, fault, () => readSource(url, origin, most === undefined ? {} : { most }))
    far.texts.push(text)
    return text
  }
}

function originOf(url: string): string {
  return URL.parse(url)?.origin ?? url
}

/** Requirements for a text. */
interface Reading {
  /** Its maximum length, in characters. */
  readonly most?: number
  /** Throws an Error that begins with a verb if the text is not of the expected kind. */
  readonly check?: (text: string) => unknown
}

/** Reads a document's text; throws an Error with the reason if it cannot. */
export async function readSource(
  url: string,
  origin: DocumentOrigin,
  { most = configurationBounds.document, check = () => {} }: Reading = {},
  bounds = limits,
): Promise<string> {
  const { text, answered } = await readWhole(url, origin, bounds)
  if (text.length > most) throw new Error(`has more than ${most} characters; make it smaller`)
  try {
    check(text)
  } catch (fault) {
    if (answered === undefined || !(fault instanceof Error)) throw fault
    throw new Error(`cannot be used: ${answered}. It ${fault.message}`, { cause: fault })
  }
  return text
}

/** A text; `answered` names the address and its answer, if it was downloaded. */
interface WholeText {
  readonly text: string
  readonly answered?: string
}

async function readWhole(url: string, origin: DocumentOrigin, bounds: typeof limits): Promise<WholeText> {
  if (url.startsWith('base64://')) {
    return { text: Buffer.from(url.slice('base64://'.length), 'base64').toString('utf8') }
  }
  if (url.startsWith('file://')) return { text: await readFileUrl(url, origin) }
  if (/^https?:\/\//.test(url)) return download(url, origin.reachOf, bounds)
  throw new Error('cannot be read: use file://, base64:// or https://')
}

/** Reads a file from the working directory, as Ory Kratos does, or else from the configuration's folder. */
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

/** The limits of a download: schemas and programs are texts that people write. */
const limits = { timeoutMs: 10_000, mostBytes: 4 * 1024 * 1024, redirects: 5 }
/** The limits at start are shorter: a slow document is fetched again later. */
const atStart = { ...limits, timeoutMs: 3_000 }
const silence = outboundReasons.timeout
/** The faults that are permanent. */
const lasting: ReadonlySet<OutboundReason> = new Set(['bad_url', 'private_address', 'too_large'])

async function download(url: string, reachOf: DocumentOrigin['reachOf'], bounds: typeof limits): Promise<WholeText> {
  const { call } = createOutbound({ purpose: 'document', reachOf, ...bounds })
  const answer = await call({ url, method: 'GET', headers: {}, body: undefined }).catch((cause: unknown) => {
    if (!(cause instanceof OutboundFault)) throw new DownloadFault(undownloaded(url), { cause })
    const why = `${undownloaded(url)}: ${cause.message}`
    if (lasting.has(cause.reason)) throw new Error(why, { cause })
    throw new DownloadFault(why, { cause })
  })
  const { status, headers, body } = answer
  const type = headers.get('content-type')?.split(';')[0]?.trim() ?? ''
  const came = `answered ${status}${type && ` with ${type.slice(0, 100)}`}`
  const moved = answer.url === url ? '' : `sent on to ${shownAddress(answer.url)}, which `
  if (status >= 200 && status <= 299) return { text: body, answered: `${shownAddress(url)} ${moved}${came}` }
  const remedy = isSignInWanted(status)
    ? 'let the service read it without a sign-in, or write name:password@ before its host'
    : 'check the address'
  throw new DownloadFault(`${undownloaded(url)}: it ${moved}${came}; ${remedy}`)
}

function isSignInWanted(status: number): boolean {
  return status === 401 || status === 403
}

function undownloaded(url: string): string {
  return `cannot be downloaded from ${shownAddress(url)}`
}

/** Returns an address without the parts that may be secret. */
function shownAddress(address: string): string {
  const url = URL.parse(address)
  return url === null ? address : `${url.origin}${url.pathname}${url.search && '?…'}`
}
