import { chromium } from '@playwright/test'
import { browserLaunch } from '@gatehouse/testing/browser'
import { slowPhone, visitCold, type ColdVisit } from './cold-page.ts'
import type { Figure } from './report.ts'
import { median, medianRatio } from './statistics.ts'

const visitsPerPage = 7
const warmUpRequests = 200

async function warm(url: string): Promise<void> {
  for (let request = 0; request < warmUpRequests; request += 1) {
    await (await fetch(url, { headers: { 'Accept-Encoding': 'br' } })).arrayBuffer()
  }
}

/**
 * The sign-in page cold in Chromium beside the floor page, unthrottled and on a slow phone, in turn. What goes beyond the
 * floor is partly the price of a policy, so the floor page with that policy is visited as well.
 */
export async function measurePage(loginUrl: string, floorUrl: string): Promise<readonly Figure[]> {
  // What is cold is the visitor. A service that has just started compiles its own code on the first renders.
  const isolatedUrl = new URL('/isolated', floorUrl).href
  for (const url of [loginUrl, floorUrl, isolatedUrl]) await warm(url)
  const browser = await chromium.launch(browserLaunch('whole'))
  try {
    const figures: Figure[] = []
    for (const [label, throttle] of [
      ['unthrottled', undefined],
      ['slow phone', slowPhone],
    ] as const) {
      const ours: ColdVisit[] = []
      const floor: ColdVisit[] = []
      const isolated: ColdVisit[] = []
      for (let visit = 0; visit < visitsPerPage; visit += 1) {
        ours.push(await visitCold(browser, loginUrl, throttle))
        floor.push(await visitCold(browser, floorUrl, throttle))
        isolated.push(await visitCold(browser, isolatedUrl, throttle))
      }
      const usable = ours.map((visit) => visit.usableMs)
      const floorUsable = floor.map((visit) => visit.usableMs)
      const isolatedUsable = isolated.map((visit) => visit.usableMs)
      const first = ours[0]
      if (throttle === undefined && first !== undefined) {
        figures.push({
          name: 'login page, hops to the form',
          value: first.hops,
          unit: '',
          target: { compare: '≤', value: 1 },
        })
        figures.push({ name: 'login page, requests', value: first.requests, unit: '' })
        for (const [kind, bytes] of Object.entries(first.bytes)) {
          figures.push({ name: `login page, ${kind.toLowerCase()} on the wire`, value: bytes / 1024, unit: 'KB' })
        }
      }
      figures.push({ name: `usable input, ${label}`, value: median(usable), unit: 'ms' })
      figures.push({ name: `usable input, ${label}, floor`, value: median(floorUsable), unit: 'ms' })
      figures.push({
        name: `usable input, ${label}, ratio to the floor`,
        value: medianRatio(usable, floorUsable),
        unit: '×',
        target: { compare: '≤', value: 1.5 },
      })
      figures.push({
        name: `usable input, ${label}, ratio to the floor with our opener policy`,
        value: medianRatio(usable, isolatedUsable),
        unit: '×',
        note: 'the policy makes the browser begin a new process for the page',
      })
    }
    return figures
  } finally {
    await browser.close()
  }
}
