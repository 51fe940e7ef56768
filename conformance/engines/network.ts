import { request as open, type IncomingMessage } from 'node:http'

/**
 * Sends a request over the network with exactly the headers it has. The global fetch would add its own Sec-Fetch-Mode,
 * and services may tell a navigation from a script by it. Follows no redirect.
 */
export async function sendOverNetwork(request: Request): Promise<Response> {
  const body = request.body === null ? undefined : Buffer.from(await request.arrayBuffer())
  const length = body === undefined ? {} : { 'content-length': String(body.length) }
  const outgoingHeaders = { ...Object.fromEntries(request.headers), ...length }
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = open(request.url, { method: request.method, headers: outgoingHeaders }, resolve)
    outgoing.once('error', reject)
    outgoing.end(body)
  })
  const chunks: Uint8Array[] = []
  for await (const chunk of answer) chunks.push(chunk)
  const headers = new Headers()
  for (let index = 0; index + 1 < answer.rawHeaders.length; index += 2) {
    headers.append(answer.rawHeaders[index] ?? '', answer.rawHeaders[index + 1] ?? '')
  }
  const content = Buffer.concat(chunks)
  return new Response(content.length === 0 ? null : content, { status: answer.statusCode ?? 0, headers })
}
