import { request } from 'node:http'

/** The answer of a project. */
export interface ProjectAnswer {
  readonly status: number
  readonly text: string
  readonly headers: Readonly<Record<string, unknown>>
}

/** Asks a project at its own address. Browsers know that names below `localhost` are this machine; resolvers may not. */
export function askProject(
  url: string,
  body?: unknown,
  further: Readonly<Record<string, string>> = {},
): Promise<ProjectAnswer> {
  const { host, port, pathname, search } = new URL(url)
  const headers = { host, accept: 'application/json', 'content-type': 'application/json', ...further }
  const options = { host: 'localhost', port, path: `${pathname}${search}`, method: body === undefined ? 'GET' : 'POST' }
  return new Promise((resolve, reject) => {
    const outgoing = request({ ...options, headers }, (answer) => {
      const read = answer.toArray().then((chunks: readonly Buffer[]) => Buffer.concat(chunks).toString())
      read.then((text) => resolve({ status: answer.statusCode ?? 0, text, headers: answer.headers }), reject)
    })
    outgoing.on('error', reject)
    outgoing.end(body === undefined ? undefined : JSON.stringify(body))
  })
}
