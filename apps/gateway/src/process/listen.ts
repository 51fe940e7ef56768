import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { ListenOptions as ServerAddress, Socket } from 'node:net'
import { setImmediate, setTimeout as delay } from 'node:timers/promises'
import { getRequestListener, RequestError } from '@hono/node-server'
import { ConfigError, type Config } from '@gatehouse/config/config'
import { problemResponse } from '@gatehouse/http/answers'

/** Answers a request from the network. */
export type NetworkHandler = (request: Request, socketAddress: string) => Promise<Response>

/** A middleware before the handler, in Node's own shape. It calls `next` for requests that it does not handle. */
export type NodeMiddleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

/** The address to listen on. `variable` is the setting to name when the address is taken. */
export interface ListenOptions {
  readonly host: string
  readonly port: number
  readonly variable: string
  readonly before?: NodeMiddleware | undefined
  /** The other workers of this installation answer at the same address. Default: no. */
  readonly isShared?: boolean
  /** The maximum time of a new connection without any data, in milliseconds; 10 seconds by default. */
  readonly silentMs?: number
}

/** Returns the setting of the port on which the public origin is served. */
export function publicPortSetting({ trustedProxies }: Pick<Config, 'trustedProxies'>): string {
  return trustedProxies.length > 0 ? 'GATEHOUSE_LISTEN_PORT' : 'GATEHOUSE_PUBLIC_URL'
}

/** An open listener. */
export interface Listener {
  readonly port: number
  /** From now on every answer closes its connection, so that a client's next request opens another one. */
  drain(): void
  /** Stops accepting, waits up to `graceMs` for pending requests, then cuts them off. */
  close(graceMs: number): Promise<void>
}

// A browser opens a connection early and may send nothing for a while; a slow writer must not hold one for ever.
const limits = {
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 32 * 1024,
}

/**
 * Opens a listener for a handler. `localhost` means both of this machine's addresses, as browsers try either.
 * @throws ConfigError if the address is in use or not ours.
 */
export async function listen(handler: NetworkHandler, options: ListenOptions): Promise<Listener> {
  const hosts = options.host === 'localhost' ? ['127.0.0.1', '::1'] : [options.host]
  const servers: Server[] = []
  const answers = createOpenAnswers()
  const gate = createGate()
  let port = options.port
  for (const host of hosts) {
    const server = createServer(limits, nodeListener(handler, options.before, { answers, gate }))
    server.on('connection', (socket: Socket) => hangUpOnTheSilent(socket, options.silentMs ?? 10_000))
    const result = await open(server, { host, port, exclusive: true, reusePort: options.isShared === true })
    if (result === 'open') {
      servers.push(server)
      port = portOf(server)
    } else if (servers.length === 0 || result.code === 'EADDRINUSE') {
      await Promise.all(servers.map((opened) => closeGently(opened, 0)))
      throw new ConfigError([faultOf(result, options)])
    }
  }
  return {
    port,
    drain: answers.drain,
    close: async (graceMs) => {
      answers.drain()
      const open = gate.hold()
      const closing = servers.map(async (server) => {
        await untilAllAreTaken(server)
        // In the same turn of the event loop: later there may be further connections.
        return { closed: closeGently(server, graceMs) }
      })
      const listeners = await Promise.all(closing)
      open()
      await Promise.all(listeners.map(({ closed }) => closed))
    },
  }
}

// Clients open connections ahead. After `headersTimeout` Node would write a 408 into an unused one, and the client
// would treat it as the answer to the request that it is about to send there.
function hangUpOnTheSilent(socket: Socket, silentMs: number): void {
  const timer = setTimeout(() => {
    if (socket.bytesRead === 0) socket.destroy()
  }, silentMs)
  socket.once('close', () => clearTimeout(timer))
}

/**
 * Checks that an address can be listened on: if listeners share one, the system reports only to the first that another
 * program has taken it.
 * @throws ConfigError if it is taken or not ours.
 */
export async function probeAddress(options: Pick<ListenOptions, 'host' | 'port' | 'variable'>): Promise<void> {
  const listener = await listen(async () => new Response(null, { status: 503 }), options)
  await listener.close(0)
}

/** The answers that are not sent yet. */
interface OpenAnswers {
  readonly add: (response: ServerResponse) => void
  readonly drain: () => void
}

function createOpenAnswers(): OpenAnswers {
  const open = new Set<ServerResponse>()
  let draining = false
  return {
    add: (response) => {
      if (draining) response.shouldKeepAlive = false
      open.add(response)
      response.once('close', () => open.delete(response))
    },
    // Node then sends `Connection: close`, and closes the connection after the answer.
    drain: () => {
      draining = true
      for (const response of open) response.shouldKeepAlive = false
    },
  }
}

/** Holds requests while a listener closes: a client without its answer opens no further connection. */
interface Gate {
  /** Absent: they pass. */
  readonly opens: () => Promise<void> | undefined
  /** Holds all of them until the returned function is called. */
  readonly hold: () => () => void
}

function createGate(): Gate {
  let opens: Promise<void> | undefined
  return {
    opens: () => opens,
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      opens = promise
      return () => {
        opens = undefined
        resolve()
      }
    },
  }
}

function nodeListener(
  handler: NetworkHandler,
  before: NodeMiddleware | undefined,
  { answers, gate }: { readonly answers: OpenAnswers; readonly gate: Gate },
) {
  const listener = getRequestListener(
    (request, { incoming }) => handler(request, incoming.socket.remoteAddress ?? ''),
    { errorHandler: unreadable },
  )
  return (request: IncomingMessage, response: ServerResponse) => {
    answers.add(response)
    // HTTP/1.1 requires exactly one Host; Node only checks that there is one.
    if (hostsOf(request) !== 1) {
      response.writeHead(400, { connection: 'close', 'content-type': 'text/plain' }).end('One Host header is needed.\n')
      return
    }
    if (namesAnotherHost(request)) {
      response
        .writeHead(421, { connection: 'close', 'content-type': 'text/plain' })
        .end('The address and the Host header name different hosts, and this is no proxy.\n')
      return
    }
    // TRACE would echo the request with its cookies; and a Request cannot be created from either.
    if (request.method === 'TRACE' || request.method === 'CONNECT') {
      response
        .writeHead(405, { connection: 'close', 'content-type': 'text/plain' })
        .end('This method is not in use here.\n')
      return
    }
    const pass = () => {
      if (before === undefined) void listener(request, response)
      else before(request, response, () => void listener(request, response))
    }
    const opens = gate.opens()
    if (opens === undefined) pass()
    else void opens.then(pass)
  }
}

// A target in absolute form (RFC 9112, 3.2.2) would override the Host that later checks use.
function namesAnotherHost({ url = '', headers: { host = '' } }: IncomingMessage): boolean {
  if (url.startsWith('/') || url === '*') return false
  const target = URL.parse(url)
  // A target that is no URL is refused as malformed.
  return target !== null && (target.protocol !== 'http:' || target.host !== URL.parse(`http://${host}`)?.host)
}

// `headersDistinct` would parse all headers of every request for this one check.
function hostsOf({ rawHeaders }: IncomingMessage): number {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') hosts += 1
  return hosts
}

// Targets that are no URL cannot become a Request, so the edge does not see them.
function unreadable(error: unknown): Promise<Response> {
  const malformed = error instanceof RequestError
  return problemResponse(new Request('http://localhost/'), {
    status: malformed ? 400 : 500,
    title: malformed ? 'This address is malformed' : 'Something went wrong here',
    detail: malformed ? 'The request names no address that can be read.' : 'Try again in a moment.',
    requestId: '-',
    headers: { 'x-content-type-options': 'nosniff' },
  })
}

function open(server: Server, address: ServerAddress): Promise<'open' | NodeJS.ErrnoException> {
  return new Promise((resolve) => {
    server.once('error', resolve)
    server.listen(address, () => {
      server.off('error', resolve)
      resolve('open')
    })
  })
}

function portOf(server: Server): number {
  const address = server.address()
  return address !== null && typeof address === 'object' ? address.port : 0
}

function faultOf(error: NodeJS.ErrnoException, { host, port, variable }: ListenOptions) {
  const subject = `${host}:${port}`
  if (error.code === 'EADDRINUSE') {
    return {
      subject,
      wrong: 'is in use by another program',
      fix: `stop that program, or choose another port with ${variable}`,
    }
  }
  if (error.code === 'EACCES') {
    return { subject, wrong: 'may not be opened by this user', fix: `choose a port above 1023 with ${variable}` }
  }
  return { subject, wrong: `cannot be listened on (${error.code ?? error.message})`, fix: `correct ${variable}` }
}

/** The interval at which a closing listener looks for unused connections, in milliseconds. */
const idleCheckMs = 50

/**
 * The time without new connections after which a listener closes, in milliseconds: longer than a client takes to
 * reconnect.
 */
const quietMs = 50
/** The maximum time during which a closing listener accepts connections, in milliseconds. */
const comingMs = 1_000
/**
 * The maximum duration of an idle turn of the event loop, in milliseconds. Connections that arrive while the listener
 * is closed in this time are lost, so it is a tenth of the shortest request.
 */
const idleTurnMs = 0.1

/**
 * Resolves at a moment when the system holds no pending connection: closing the listener would cut those off. Clients
 * that wait for an answer open none meanwhile, so soon none arrives. If clients that do not wait keep connecting, the
 * first turn of the event loop without a new one has to suffice: a short turn, as connections later in the turn are
 * unknown, and at last any turn.
 */
async function untilAllAreTaken(server: Server): Promise<void> {
  const asked = performance.now()
  let takenAt = asked
  const note = () => (takenAt = performance.now())
  server.on('connection', note)
  for (let now = asked; now - takenAt < quietMs && now - asked < comingMs / 2; now = performance.now()) {
    // oxlint-disable-next-line no-await-in-loop -- one pause after the other
    await delay(takenAt + quietMs - now)
  }
  for (;;) {
    const began = performance.now()
    // oxlint-disable-next-line no-await-in-loop -- one turn after the other
    await setImmediate()
    const now = performance.now()
    if (takenAt < began && (now - began < idleTurnMs || now - asked > (comingMs * 3) / 4)) break
    if (now - asked > comingMs) break
  }
  server.off('connection', note)
}

async function closeGently(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => void server.close(() => resolve()))
  server.closeIdleConnections()
  // A connection whose request ends later would be kept for the next one.
  const idle = setInterval(() => server.closeIdleConnections(), idleCheckMs)
  const deadline = setTimeout(() => server.closeAllConnections(), graceMs)
  await closed
  clearInterval(idle)
  clearTimeout(deadline)
}
