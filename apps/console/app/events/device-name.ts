import Bowser from 'bowser'

/** What a browser says about itself, as people say it. */
export interface DeviceName {
  readonly browser: string | undefined
  readonly system: string | undefined
}

/** Reads a `User-Agent`. */
export function deviceName(userAgent: string): DeviceName {
  const { browser, os } = Bowser.parse(userAgent || 'unknown')
  return { browser: browser.name === '' ? undefined : browser.name, system: os.name }
}
