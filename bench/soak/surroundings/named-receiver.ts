import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import { Socket, type LookupFunction } from 'node:net'

/** The host name of the events' receiver. */
export const receiverName = 'events.soak.example'
/** Production sends events to addresses of the public internet alone, so the name has one. Nothing is ever sent there. */
const publicAddress = '9.9.9.9'
const loopback = '127.0.0.1'

interface SocketOptions {
  readonly host?: string
  readonly lookup?: LookupFunction
}

/**
 * Makes the name lead to a public address, as the product checks, and every connection to it to a port of this machine.
 */
export function nameReceiver(port: number): void {
  const lookup: unknown = dns.lookup
  const answer = (hostname: string, ...rest: unknown[]): void => {
    if (hostname !== receiverName) {
      Reflect.apply(lookup as () => void, dns, [hostname, ...rest])
      return
    }
    const done = rest.at(-1) as (error: null, addresses: readonly object[]) => void
    process.nextTick(done, null, [{ address: publicAddress, family: 4 }])
  }
  Object.assign(dns, { lookup: answer })
  syncBuiltinESMExports()
  // oxlint-disable-next-line typescript/unbound-method -- called with the socket below
  const connect: unknown = Socket.prototype.connect
  Object.assign(Socket.prototype, {
    connect(this: Socket, ...given: unknown[]) {
      const list = Array.isArray(given[0]) ? given[0] : given
      const options: SocketOptions | undefined = typeof list[0] === 'object' ? list[0] : undefined
      if (options?.host === receiverName) list[0] = { ...options, port, lookup: afterGuard(options.lookup) }
      return Reflect.apply(connect as () => unknown, this, given)
    },
  })
}

/** Returns a lookup that asks the guard as usual; if it allows the connection, the address is this machine's. */
function afterGuard(guard: LookupFunction | undefined): LookupFunction {
  if (guard === undefined) throw new Error(`${receiverName} is connected to without a guard`)
  return (hostname, options, callback) =>
    guard(hostname, options, (error) => {
      if (error) callback(error, [])
      else if (options.all === true) callback(null, [{ address: loopback, family: 4 }])
      else callback(null, loopback, 4)
    })
}
