import { setTimeout as delay } from 'node:timers/promises'
import { freePorts, startGateway } from '@gatehouse/testing/processes'
import { makeSubject } from './measure-service.ts'
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

/** The part of the program that one request ran: our own files, and the functions in them. */
interface Trace {
  readonly file: string
  readonly functions: number
}

/**
 * Traces one submitted password of a native sign-in, by V8's precise coverage: the files and functions of the gateway
 * and of the identity service that it runs. A whole sign-in precedes it, so that one-time work does not count.
 */
export async function measureTrace(): Promise<readonly Figure[]> {
  const [port = 0] = await freePorts(1)
  const gateway = await startGateway({
    environment: { LOG_LEVEL: 'error', NODE_OPTIONS: `--inspect=127.0.0.1:${port}` },
  })
  const profiler = await openProfiler(port)
  try {
    const { email, password } = await makeSubject(gateway.origin)
    const signIn = async () => {
      const started = await fetch(`${gateway.origin}/self-service/login/api`)
      const flow = (await started.json()) as { readonly id: string }
      // The remaining work of the process start is done by then.
      await delay(500)
      await profiler.take()
      const answer = await fetch(`${gateway.origin}/self-service/login?flow=${flow.id}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ method: 'password', identifier: email, password }),
      })
      if (!answer.ok) throw new Error(`the sign-in was answered ${answer.status}`)
      return profiler.take()
    }
    await signIn()
    const traces = await signIn()
    return [
      ...figuresOf('a login submit', traces),
      ...figuresOf('of it in the identity service', traces, 'packages/identity/'),
    ]
  } finally {
    profiler.close()
    await gateway.stop()
  }
}

function figuresOf(name: string, traces: readonly Trace[], folder = ''): readonly Figure[] {
  const own = traces.filter(({ file }) => file.startsWith(folder))
  const functions = own.reduce((sum, trace) => sum + trace.functions, 0)
  return [
    { name: `${name}: files`, value: own.length, unit: '' },
    { name: `${name}: functions`, value: functions, unit: '' },
  ]
}

/** Counts calls in a process that was started with `--inspect`. */
async function openProfiler(port: number) {
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
    /** Returns the functions that ran since the last call. */
    take: async (): Promise<readonly Trace[]> => {
      const { result } = (await send('Profiler.takePreciseCoverage')) as Coverage
      return result.flatMap(({ url, functions }) => {
        const file = /\/((?:apps|packages)\/.*\.ts)$/.exec(url)?.[1]
        if (file === undefined || file.includes('node_modules')) return []
        // The module itself is a function from its first character on.
        const ran = functions.filter(({ ranges }) => ranges[0]?.startOffset !== 0 && (ranges[0]?.count ?? 0) > 0)
        return ran.length === 0 ? [] : [{ file, functions: ran.length }]
      })
    },
    close: () => socket.close(),
  }
}
