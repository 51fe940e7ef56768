import { type BrowserContext, expect, type TestInfo } from '@playwright/test'
import { gatherEvidence } from './evidence.ts'

/** The browser's complaints during a test: errors in the console, broken scripts, blocked content. */
export interface Complaints {
  /** Expects a complaint that matches; any other still fails the test. */
  expect(pattern: RegExp): void
}

// A refused form is answered 4xx on purpose, and the browser notes that of every document.
const refusedPage = /^Failed to load resource: the server responded with a status of 4\d\d/

/** Complaints that are looked through in the end. */
export interface HeardComplaints extends Complaints {
  /** Fails on an unexpected complaint. Attaches the evidence to a test that fails for any reason. */
  check(test: TestInfo): Promise<void>
}

/** Listens to a browser context. */
export function listenForComplaints(context: BrowserContext): HeardComplaints {
  const evidence = gatherEvidence(context)
  const heard: string[] = []
  const expected: RegExp[] = []
  context.on('console', (message) => {
    if (message.type() !== 'error') return
    const { url } = message.location()
    const isPage = !new URL(url === '' ? 'about:blank' : url).pathname.startsWith('/assets/')
    if (isPage && refusedPage.test(message.text())) return
    heard.push(`${message.text()} (${url})`)
  })
  context.on('weberror', (failure) => {
    const error = failure.error()
    if (isAbandonedStream(error)) return
    heard.push(error.stack !== undefined && error.stack !== '' ? error.stack : String(error))
  })
  return {
    expect: (pattern) => void expected.push(pattern),
    async check(test) {
      const unexpected = heard.filter((text) => !expected.some((pattern) => pattern.test(text)))
      if (unexpected.length > 0 || test.status !== test.expectedStatus) await evidence.leave(test)
      expect(unexpected, 'complaints of the browser').toEqual([])
    },
  }
}

// React Router reads the data of a navigation to its end, and does not catch that a further navigation aborts the request
// after its first part. No code waits for that data any more.
function isAbandonedStream({ message }: Error): boolean {
  return /BodyStreamBuffer was aborted/.test(message)
}

/** Runs in every page: reports content that the content security policy blocked. */
export function reportBlockedContent(): void {
  document.addEventListener('securitypolicyviolation', (event) => {
    console.error(`blocked by ${event.effectiveDirective}: ${event.blockedURI} ${event.sample}`)
  })
}

/** Runs in every page of a test without a pointer: reports any use of one. */
export function reportPointers(): void {
  addEventListener('pointerdown', () => console.error('a pointer was used'), true)
}

/**
 * Runs in every page of the console: reports an act after which nothing has the focus. An act is a form that is sent or
 * a link that is followed within the page; its result is judged when the page has been still for a while, at the latest
 * when the next act begins.
 */
export function reportLostFocus(): void {
  /** Frames that the browser has drawn. */
  let tick = 0
  const still = 5
  let act = ''
  let underWay = 0
  let changedAt = 0
  const ask = globalThis.fetch
  globalThis.fetch = async (...all) => {
    underWay += 1
    try {
      return await ask(...all)
    } finally {
      underWay -= 1
      changedAt = tick
    }
  }
  const isBusy = () => underWay > 0 || document.querySelector('[aria-busy="true"]') !== null
  const judge = () => {
    if (act === '' || isBusy() || tick - changedAt < still) return
    if (document.activeElement === document.body || document.activeElement === null)
      console.error(`the focus was lost after ${act} at ${location.pathname}`)
    act = ''
  }
  const begin = (name: string) => {
    // A pointer leaves the focus where it is when it presses something that takes none.
    if (document.activeElement === document.body) return
    act = name
    changedAt = tick
  }
  addEventListener('DOMContentLoaded', () => {
    new MutationObserver(() => (changedAt = tick)).observe(document, { subtree: true, childList: true })
    requestAnimationFrame(function draw() {
      tick += 1
      judge()
      requestAnimationFrame(draw)
    })
  })
  for (const type of ['pointerdown', 'keydown', 'pagehide']) addEventListener(type, judge, true)
  addEventListener(
    'submit',
    ({ target }) =>
      begin(`a form ${target instanceof HTMLFormElement ? (target.dataset['intent'] ?? target.action) : ''}`),
    true,
  )
  addEventListener(
    'click',
    ({ target }) => {
      const link = target instanceof Element ? target.closest('a[href]') : null
      if (link !== null) begin(`the link ${link.textContent.slice(0, 40)}`)
    },
    true,
  )
}
