import type { z } from 'zod'

import { RefusalError } from './answer.ts'

const limitBytes = 1024 * 1024
/** Deeper documents are refused: walking them would exhaust the stack. */
const deepestNesting = 64

/** Reads a JSON body in exactly this shape. Refuses with 400 and names the fault, with 413 past a mebibyte. */
export async function readJsonBody<S extends z.ZodType>(request: Request, shape: S): Promise<z.output<S>> {
  const text = await textOf(request)
  if (text.trim() === '') throw malformed('The request has no body; send JSON.')
  const result = shape.safeParse(parseJson(text))
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw malformed(issue ? faultOf(issue) : 'The request body has a fault.')
}

function parseJson(text: string): unknown {
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch {
    throw malformed('The request body is not valid JSON.')
  }
  if (isDeeperThan(document, deepestNesting)) throw malformed('The request body is nested too deeply.')
  return document
}

async function textOf(request: Request): Promise<string> {
  const tooLarge = () => new RefusalError({ code: 413, reason: `The body has more than ${limitBytes} bytes.` })
  if (Number(request.headers.get('content-length') ?? 0) > limitBytes) throw tooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > limitBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size).toString('utf8')
}

function faultOf(issue: z.core.$ZodIssue): string {
  const path = issue.path.map(String)
  if (issue.code === 'unrecognized_keys') {
    return `The field "${[...path, issue.keys[0] ?? ''].join('.')}" is unknown; leave it out.`
  }
  const where = path.length === 0 ? 'The request body' : `The field "${path.join('.')}"`
  const why = issue.message.replace(/^Invalid input: /, '')
  return `${where} is wrong: ${why}${/[.!?]$/.test(why) ? '' : '.'}`
}

function malformed(reason: string): RefusalError {
  return new RefusalError({ code: 400, reason })
}

/** Walks level by level, so that depth cannot hurt it. */
function isDeeperThan(document: unknown, limit: number): boolean {
  let level: unknown[] = [document]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []))
  }
  return false
}
