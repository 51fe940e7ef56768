import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { formWith } from '@gatehouse/testing/browser'
import { freePorts, startGateway } from '@gatehouse/testing/processes'
import { makeSubject, type Subject } from './measure-service.ts'
import type { Figure } from './report.ts'

/** `Profiler.takePreciseCoverage` of the Chrome DevTools Protocol, as far as it is read. */
interface Coverage {
  readonly result: readonly {
    readonly url: string
    readonly functions: readonly {
      readonly ranges: readonly { readonly startOffset: number; readonly count: number }[]
    }[]
  }[]
}

/** The part of the program that one request ran: our own files, and the number of functions in each. */
type Trace = ReadonlyMap<string, number>

interface Profiler {
  /** Returns the functions that ran since the last call. */
  readonly take: () => Promise<Trace>
  readonly close: () => void
}

/** Opens a sign-in form and returns the request that submits the password. */
type OpenForm = (origin: string, subject: Subject) => Promise<() => Promise<Response>>

/** TABLE: the traced requests. */
const forms: Readonly<Record<string, OpenForm>> = {
  'a native sign-in': async (origin, { email, password }) => {
    const flow = (await (await fetch(`${origin}/self-service/login/api`)).json()) as { readonly id: string }
    return () =>
      fetch(`${origin}/self-service/login?flow=${flow.id}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ method: 'password', identifier: email, password }),
      })
  },
  'a sign-in from the page': async (origin, { email, password }) => {
    const page = await fetch(`${origin}/login`)
    const form = formWith(await page.text(), ['method', 'password'])
    if (form === undefined) throw new Error('the sign-in page has no form for a password')
    const body = new URLSearchParams(form.fields.map(([name, value]) => [name, value]))
    for (const [name, value] of Object.entries({ identifier: email, password, method: 'password' }))
      body.set(name, value)
    const cookie = page.headers.getSetCookie().map((line) => line.split(';')[0])
    return () =>
      fetch(new URL(form.action, origin), {
        method: 'POST',
        headers: { origin, cookie: cookie.join('; ') },
        body,
        redirect: 'manual',
      })
  },
}

/**
 * Traces one submitted password, of a native program and of the page, by V8's precise coverage: the files and functions
 * of the product, without its developer tools. An equal sign-in precedes it, so that one-time work does not count.
 * `list`: receives the traced files of each request.
 */
export async function measureTrace(list: (name: string, trace: Trace) => void = () => {}): Promise<readonly Figure[]> {
  buildPages()
  const [port = 0] = await freePorts(1)
  const gateway = await startGateway({
    mode: 'sources',
    environment: { GATEHOUSE_DEV: 'false', LOG_LEVEL: 'error', NODE_OPTIONS: `--inspect=127.0.0.1:${port}` },
  })
  const profiler = await openProfiler(port)
  try {
    const subject = await makeSubject(gateway.origin)
    const figures: Figure[] = []
    for (const [name, open] of Object.entries(forms)) {
      // oxlint-disable no-await-in-loop -- one request at a time is traced
      await traceOne(profiler, gateway.origin, subject, open)
      const trace = await traceOne(profiler, gateway.origin, subject, open)
      // oxlint-enable no-await-in-loop
      list(name, trace)
      figures.push(...figuresOf(name, trace))
    }
    return figures
  } finally {
    profiler.close()
    await gateway.stop()
  }
}

async function traceOne(profiler: Profiler, origin: string, subject: Subject, open: OpenForm): Promise<Trace> {
  const submit = await open(origin, subject)
  // The remaining work of the earlier requests is done by then.
  await delay(500)
  await profiler.take()
  const answer = await submit()
  if (!answer.ok && answer.status !== 303) throw new Error(`the sign-in was answered ${answer.status}`)
  return profiler.take()
}

function figuresOf(name: string, trace: Trace): readonly Figure[] {
  const functions = [...trace.values()].reduce((sum, count) => sum + count, 0)
  return [
    { name: `${name}: files`, value: trace.size, unit: '' },
    { name: `${name}: functions`, value: functions, unit: '' },
  ]
}

/** Counts calls in a process that was started with `--inspect`. */
async function openProfiler(port: number): Promise<Profiler> {
  const answer = await fetch(`http://127.0.0.1:${port}/json/list`)
  const [target] = (await answer.json()) as readonly { readonly webSocketDebuggerUrl: string }[]
  if (!target) throw new Error('the gateway has no inspector')
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  const waiting = new Map<number, (result: unknown) => void>()
  socket.addEventListener('message', ({ data }) => {
    const read = JSON.parse(String(data)) as { readonly id?: number; readonly result?: unknown }
    if (read.id !== undefined) waiting.get(read.id)?.(read.result)
  })
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  let last = 0
  const send = (method: string, params: object = {}): Promise<unknown> =>
    new Promise((resolve) => {
      const id = (last += 1)
      waiting.set(id, resolve)
      socket.send(JSON.stringify({ id, method, params }))
    })
  await send('Profiler.enable')
  await send('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  return {
    take: async () => traceOf((await send('Profiler.takePreciseCoverage')) as Coverage),
    close: () => socket.close(),
  }
}

function traceOf({ result }: Coverage): Trace {
  const trace = new Map<string, number>()
  for (const { url, functions } of result) {
    const fileAt = url === pagesFile.href ? pageSources() : () => url
    for (const { ranges } of functions) {
      const [{ startOffset, count } = { startOffset: 0, count: 0 }] = ranges
      // The module itself is a function from its first character on.
      if (startOffset === 0 || count === 0) continue
      const file = /\/((?:apps|packages)\/(?!.*(?:node_modules|\/build\/)).*\.tsx?)$/.exec(fileAt(startOffset))?.[1]
      if (file !== undefined) trace.set(file, (trace.get(file) ?? 0) + 1)
    }
  }
  return trace
}

const account = new URL('../apps/account/', import.meta.url)
const pagesFile = new URL('build/server/index.js', account)

/** Builds the account pages with a source map, which tells the file of each function. */
function buildPages(): void {
  const program = fileURLToPath(new URL('../node_modules/.bin/react-router', import.meta.url))
  execFileSync(program, ['build', '--sourcemapServer'], { cwd: fileURLToPath(account), stdio: 'ignore' })
}

/** Returns a function that tells the source of a position in the built pages. */
function pageSources(): (offset: number) => string {
  const code = readFileSync(pagesFile, 'utf8')
  const map = new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(pagesFile)}.map`, 'utf8')) as SourceMapPayload)
  return (offset) => {
    const before = code.slice(0, offset)
    const entry = map.findEntry(before.split('\n').length - 1, offset - before.lastIndexOf('\n') - 1)
    return 'originalSource' in entry ? new URL(entry.originalSource, pagesFile).href : ''
  }
}
