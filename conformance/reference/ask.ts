import { isObject, parseJson } from '../run/json.ts'
import { visitorOf, type Run } from '../run/run-scenario.ts'
import type { Answer } from './skeleton.ts'
import { origins } from './stage.ts'

const acceptOf: Readonly<Record<string, string>> = {
  json: 'application/json',
  html: 'text/html,application/xhtml+xml,*/*;q=0.8',
}
const formType = 'application/x-www-form-urlencoded'

/** Sends a request whose placeholders are filled, with those of the visitor's cookies that were sent before. */
export async function ask(request: unknown, run: Run, name: string): Promise<Answer> {
  const visitor = visitorOf(run, name)
  const url = addressOf(textOf(request, 'path'))
  const jar = visitor.cookieHeader(url)
  const sent = isObject(request) && Array.isArray(request['cookies']) ? request['cookies'].map(String) : []
  const cookie = sent.flatMap((one) => (one.includes('=') ? [one] : cookiesOf(jar, one))).join('; ')
  const body = bodyOf(request)
  const headers = new Headers({ 'user-agent': 'node', ...headersOf(request), ...(cookie !== '' && { cookie }) })
  const outgoing = new Request(url, { method: textOf(request, 'method'), headers, body: body ?? null })
  const response = await run.engine.send(outgoing)
  visitor.keep(url, response.headers.getSetCookie())
  const text = await response.text()
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    setCookies: response.headers.getSetCookie(),
    body: parseJson(text) ?? text,
  }
}

function headersOf(request: unknown): Readonly<Record<string, string>> {
  const accept = textOf(request, 'accept')
  const own = isObject(request) && isObject(request['headers']) ? request['headers'] : {}
  const contentType = textOf(request, 'contentType')
  const hasBody = isObject(request) && request['body'] !== undefined
  return {
    ...(accept !== '' && { accept: acceptOf[accept] ?? accept }),
    // Browsers say how they came, since 2020 all of them.
    ...(accept === 'html'
      ? { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
      : { 'sec-fetch-mode': 'cors' }),
    ...(hasBody && { 'content-type': contentType === '' ? 'application/json' : contentType }),
    ...Object.fromEntries(Object.entries(own).map(([key, value]) => [key, String(value)])),
  }
}

function bodyOf(request: unknown): string | undefined {
  const body = isObject(request) ? request['body'] : undefined
  if (body === undefined || typeof body === 'string') return body
  if (textOf(request, 'contentType') !== formType) return JSON.stringify(body)
  const entries = Object.entries(isObject(body) ? body : {})
  return new URLSearchParams(entries.map(([key, value]) => [key, String(value)])).toString()
}

function cookiesOf(jar: string, kind: string): readonly string[] {
  const pattern = { csrf: /^csrf_token_/, session: /session=/, continuity: /^ory_kratos_continuity=/ }[kind]
  return jar.split('; ').filter((one) => pattern?.test(one) === true)
}

function addressOf(path: string): string {
  return path.startsWith('http') ? path : origins.public + path
}

function textOf(request: unknown, key: string): string {
  const value = isObject(request) ? request[key] : undefined
  return typeof value === 'string' ? value : ''
}
