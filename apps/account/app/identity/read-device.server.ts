import Bowser from 'bowser'

/** A browser and its system as their owner would call them. */
export interface ReadDevice {
  readonly browser: string | undefined
  readonly system: string | undefined
  readonly isPhone: boolean
}

/** Reads a User-Agent header. */
export function readDevice(userAgent: string | undefined): ReadDevice {
  const { browser, os, platform } = Bowser.parse(userAgent || 'unknown')
  return {
    browser: browser.name === '' ? undefined : browser.name,
    system: os.name,
    isPhone: platform.type === 'mobile' || platform.type === 'tablet',
  }
}

/** Returns `203.0.113.7:4711` and `[2001:db8::1]:4711` without the port, which means nothing to readers. */
export function withoutPort(address: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(address)
  return bracketed?.[1] ?? address.replace(/^([^:]+):\d+$/, '$1')
}
