import { readFile } from 'node:fs/promises'
import { isAbsolute, resolve } from 'node:path'

/** Reads an identity schema from `file://`, `base64://` or `https://`. Throws an Error that names what is wrong. */
export async function loadSchemaDocument(url: string, baseDir: string): Promise<Readonly<Record<string, unknown>>> {
  const text = await readSource(url, baseDir)
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
export async function readSource(url: string, baseDir: string): Promise<string> {
  if (url.startsWith('base64://')) return Buffer.from(url.slice('base64://'.length), 'base64').toString('utf8')
  if (url.startsWith('file://')) return readFileUrl(url, baseDir)
  if (/^https?:\/\//.test(url)) return download(url)
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

async function download(url: string): Promise<string> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(10_000), redirect: 'follow' }).catch(
    (cause: unknown) => {
      throw new Error('cannot be downloaded', { cause })
    },
  )
  if (!answer.ok) throw new Error(`cannot be downloaded: the server answered ${answer.status}`)
  return answer.text()
}
