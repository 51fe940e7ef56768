import Bowser from 'bowser'

/** The browser and system of a device, by their common names. */
export interface DeviceName {
  readonly browser: string | undefined
  readonly system: string | undefined
}

/** Reads a `User-Agent`. */
export function deviceName(userAgent: string): DeviceName {
  const { browser, os } = Bowser.parse(userAgent || 'unknown')
  return { browser: browser.name === '' ? undefined : browser.name, system: os.name }
}
