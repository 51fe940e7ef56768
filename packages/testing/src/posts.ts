import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

/** Clients that send forms all the time. */
export interface Posts {
  /** Answers so far. */
  readonly answered: () => number
  /**
   * Keeps each client sending until a connection is refused, that is until nothing was sent; returns the errors of
   * forms that got no answer.
   */
  readonly untilRefused: () => Promise<readonly string[]>
}

/** Which of them keep their connection for the next form. */
export type KeptConnections = 'all' | 'half' | 'none'

const agentsFor = {
  all: () => [new Agent({ keepAlive: true })],
  half: () => [new Agent({ keepAlive: true }), new Agent({ keepAlive: false })],
  none: () => [new Agent({ keepAlive: false })],
} satisfies Record<KeptConnections, () => readonly Agent[]>

/** Starts eight clients; each body comes in two pieces, so that some are under way at any moment. */
export function startPosts(url: string, kept: KeptConnections = 'half'): Posts {
  const agents = agentsFor[kept]()
  const lost: string[] = []
  const state = { answered: 0, mayBeRefused: false, refusedAt: Number.POSITIVE_INFINITY }
  const body = JSON.stringify({ method: 'password', identifier: '', password: '' })
  const { host, port, pathname, search } = new URL(url)

  function post(agent: Agent | undefined): Promise<'answered' | 'lost' | 'refused'> {
    return new Promise((resolve) => {
      let connectedAt = 0
      const failed = (error: Error) => {
        const code = 'code' in error ? String(error.code) : error.message
        const isRefused = code === 'ECONNREFUSED' && state.mayBeRefused
        if (isRefused) state.refusedAt = Math.min(state.refusedAt, performance.now())
        else lost.push(code)
        resolve(isRefused ? 'refused' : 'lost')
      }
      const headers = { host, 'content-type': 'application/json', 'content-length': body.length }
      const sent = request(
        { host: '127.0.0.1', port, path: `${pathname}${search}`, method: 'POST', agent, headers },
        (answer) => {
          answer.resume()
          answer.once('end', () => {
            // A new connection was taken, so that nothing was to be refused before.
            if (!sent.reusedSocket && connectedAt > state.refusedAt) lost.push('refused while others were accepted')
            state.answered += 1
            resolve('answered')
          })
          answer.once('error', failed)
        },
      )
      sent.once('error', failed)
      sent.once('socket', (socket) => {
        if (socket.connecting) socket.once('connect', () => (connectedAt = performance.now()))
      })
      sent.write(body.slice(0, 10))
      void delay(2).then(() => sent.end(body.slice(10)))
    })
  }

  const clients = Array.from({ length: 8 }, async (_, index) => {
    // oxlint-disable-next-line no-await-in-loop -- one form after the other
    while ((await post(agents[index % agents.length])) !== 'refused');
  })
  return {
    answered: () => state.answered,
    untilRefused: async () => {
      state.mayBeRefused = true
      await Promise.all(clients)
      for (const agent of agents) agent.destroy()
      return lost
    },
  }
}
