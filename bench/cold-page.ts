import { setTimeout as delay } from 'node:timers/promises'
import type { Browser } from '@playwright/test'

/** One cold visit: the transferred data, and the time until the first field accepts input. */
export interface ColdLoad {
  /** Document answers until the form, redirects included. */
  readonly hops: number
  readonly requests: number
  /** Compressed bytes on the wire, by kind of resource. */
  readonly bytes: Readonly<Record<string, number>>
  /** Milliseconds from navigation until an enabled input has been painted. */
  readonly usableMs: number
}

/** Chromium's network and processor, slowed down. Mbit/s and milliseconds. */
export interface Throttle {
  readonly cpu: number
  readonly roundTripMs: number
  readonly megabitsPerSecond: number
}

/** A slow phone on a slow network. */
export const slowPhone: Throttle = { cpu: 4, roundTripMs: 150, megabitsPerSecond: 1.6 }

/** Visits a page in a fresh context: no cache, no cookie, no connection. */
export async function loadCold(browser: Browser, url: string, throttle: Throttle | undefined): Promise<ColdLoad> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    if (throttle !== undefined) {
      const bytesPerSecond = (throttle.megabitsPerSecond * 1_000_000) / 8
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: throttle.cpu })
      await devtools.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: throttle.roundTripMs,
        downloadThroughput: bytesPerSecond,
        uploadThroughput: bytesPerSecond,
      })
    }
    let hops = 0
    let requests = 0
    const kinds = new Map<string, string>()
    const bytes: Record<string, number> = {}
    devtools.on('Network.requestWillBeSent', (event) => {
      requests += 1
      kinds.set(event.requestId, event.type ?? 'Other')
      if (event.type === 'Document') hops += 1
    })
    devtools.on('Network.loadingFinished', (event) => {
      const kind = kinds.get(event.requestId) ?? 'Other'
      bytes[kind] = (bytes[kind] ?? 0) + event.encodedDataLength
    })
    await page.addInitScript(() => {
      const look = () => {
        const input = document.querySelector<HTMLInputElement>('input[name="identifier"]')
        if (input === null || input.disabled || input.getClientRects().length === 0) return requestAnimationFrame(look)
        // Two frames later the field has been painted.
        requestAnimationFrame(() => requestAnimationFrame(() => Object.assign(window, { usableAt: performance.now() })))
        return 0
      }
      requestAnimationFrame(look)
    })
    await page.goto(url, { waitUntil: 'networkidle' })
    const usableMs = await page.evaluate(() => (window as unknown as { usableAt: number }).usableAt)
    return { hops, requests, bytes, usableMs }
  } finally {
    await context.close()
    // The browser continues to clean up, which would delay the next visit.
    await delay(250)
  }
}
