import { chromium } from '@playwright/test'
import { browserLaunch } from '@gatehouse/testing/browser'
import { slowPhone, loadCold, type ColdLoad } from './cold-page.ts'
import type { Figure } from './report.ts'
import { median, medianRatio } from './statistics.ts'

// A page load takes three times as long if the machine does other work meanwhile: the median needs many.
const loadsPerPage = 41
const warmUpRequests = 200

/** TABLE: how many times as long as the floor the page may take until its input is usable. */
const mostTimesFloor = { unthrottled: 1.5, 'slow phone': 1.3 } as const

async function warm(url: string): Promise<void> {
  for (let request = 0; request < warmUpRequests; request += 1) {
    await (await fetch(url, { headers: { 'Accept-Encoding': 'gzip, deflate, br, zstd' } })).arrayBuffer()
  }
}

/** Measures the cold sign-in page in Chromium beside the floor page, unthrottled and on a slow phone, in turn. */
export async function measurePage(loginUrl: string, floorUrl: string): Promise<readonly Figure[]> {
  // Only the visitor is cold. A service that has just started compiles its own code on the first renders.
  for (const url of [loginUrl, floorUrl]) await warm(url)
  const browser = await chromium.launch(browserLaunch('whole'))
  try {
    const figures: Figure[] = []
    for (const [label, throttle] of [
      ['unthrottled', undefined],
      ['slow phone', slowPhone],
    ] as const) {
      const ours = { url: loginUrl, loads: new Array<ColdLoad>() }
      const floor = { url: floorUrl, loads: new Array<ColdLoad>() }
      for (let visit = 0; visit < loadsPerPage; visit += 1) {
        for (const { url, loads } of visit % 2 === 0 ? [ours, floor] : [floor, ours]) {
          loads.push(await loadCold(browser, url, throttle))
        }
      }
      const usable = ours.loads.map((visit) => visit.usableMs)
      const floorUsable = floor.loads.map((visit) => visit.usableMs)
      const first = ours.loads[0]
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
        target: { compare: '≤', value: mostTimesFloor[label] },
      })
    }
    return figures
  } finally {
    await browser.close()
  }
}
