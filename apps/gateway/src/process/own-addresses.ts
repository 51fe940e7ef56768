import type { Config } from '@gatehouse/config/config'
import { publicPortSetting } from './listen.ts'

/** An address that a gateway listens on, and the setting that names it. */
export interface OwnAddress {
  readonly host: string
  readonly port: number
  readonly variable: string
}

/** The addresses of a gateway's listeners: that of the metrics, and those of each process that serves. */
export function ownAddresses(config: Config): readonly OwnAddress[] {
  const metrics = metricsAddress(config)
  return [...(metrics ? [metrics] : []), ...workerAddresses(config)]
}

/** The addresses on which each process listens that serves: admin, console, and the public one last. */
export function workerAddresses(config: Config): readonly OwnAddress[] {
  return [
    ...(config.identity.kind === 'embedded' ? [adminAddress(config)] : []),
    ...(config.identity.kind === 'embedded' || config.remoteConsole ? [consoleAddress(config)] : []),
    publicAddress(config),
  ]
}

/** Returns the address of metrics outside the admin API; undefined: no address is set. */
export function metricsAddress({ metricsUrl }: Config): OwnAddress | undefined {
  if (metricsUrl === undefined) return undefined
  const host = metricsUrl.hostname.replace(/^\[|\]$/g, '')
  return { host, port: portOf(metricsUrl), variable: 'GATEHOUSE_METRICS_URL' }
}

/** Returns the address on which the admin API of the embedded identity service listens. */
export function adminAddress({ adminUrl }: Config): OwnAddress {
  const host = adminUrl.hostname.replace(/^\[|\]$/g, '')
  return { host, port: portOf(adminUrl), variable: 'GATEHOUSE_ADMIN_URL' }
}

function portOf({ port }: URL): number {
  return port === '' ? 80 : Number(port)
}

/** Returns the address on which the console listens. */
export function consoleAddress({ consoleListen, trustedProxies }: Config): OwnAddress {
  const isBehindProxy = trustedProxies.length > 0
  return { ...consoleListen, variable: isBehindProxy ? 'GATEHOUSE_CONSOLE_LISTEN_PORT' : 'GATEHOUSE_CONSOLE_URL' }
}

/** Returns the address on which pages and public API listen. */
export function publicAddress(config: Config): OwnAddress {
  return { ...config.listen, variable: publicPortSetting(config) }
}
