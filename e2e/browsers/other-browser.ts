/** A browser that Playwright does not drive, as far as journeys need it. Elements of a page are named by CSS selectors. */
export interface OtherBrowser {
  open(url: string): Promise<void>
  url(): Promise<string>
  /** Waits for a field, empties it, and types with keys. */
  fill(selector: string, text: string): Promise<void>
  /** Waits for what can be pressed, and clicks it. */
  press(selector: string): Promise<void>
  /** How many of them the page has now. */
  count(selector: string): Promise<number>
  /** What a person reads there now; empty where it is not there. */
  text(selector: string): Promise<string>
  /** What a field has now; empty where it is not there. */
  value(selector: string): Promise<string>
  setCookie(cookie: { readonly name: string; readonly value: string; readonly url: string }): Promise<void>
  close(): Promise<void>
}

/** How long is waited for what is to be pressed or filled, in milliseconds: a machine may do much else. */
export const patienceMs = 30_000

/** Runs in the page: what a person reads there. */
export const textAt = (selector: string): string => document.querySelector<HTMLElement>(selector)?.innerText ?? ''

/** Runs in the page: what a field has. */
export const valueAt = (selector: string): string => document.querySelector<HTMLInputElement>(selector)?.value ?? ''

/** Between two pages there is nothing to read; a caller that waits asks again. */
export function orEmpty(reading: Promise<string>): Promise<string> {
  return reading.catch(() => '')
}
