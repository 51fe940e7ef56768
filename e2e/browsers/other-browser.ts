/** A browser that Playwright does not drive, as far as journeys need it. Elements of a page are named by CSS selectors. */
export interface OtherBrowser {
  open(url: string): Promise<void>
  url(): Promise<string>
  /** Waits for a field, empties it, and types with keys. */
  fill(selector: string, text: string): Promise<void>
  /** Waits until a control can be pressed, and clicks it. */
  press(selector: string): Promise<void>
  /** How many of them the page has now. */
  count(selector: string): Promise<number>
  /** Returns the text that a person reads there now; empty if it is not there. */
  text(selector: string): Promise<string>
  /** Returns the value of a field now; empty if it is not there. */
  value(selector: string): Promise<string>
  setCookie(cookie: { readonly name: string; readonly value: string; readonly url: string }): Promise<void>
  close(): Promise<void>
}

/** How long tests wait for a control before they press or fill it, in milliseconds: the machine may be busy. */
export const timeoutMs = 30_000

/** Runs in the page: returns the visible text there. */
export const textAt = (selector: string): string => document.querySelector<HTMLElement>(selector)?.innerText ?? ''

/** Runs in the page: returns a field's value. */
export const valueAt = (selector: string): string => document.querySelector<HTMLInputElement>(selector)?.value ?? ''

/** Returns the text that was read, or an empty one between two pages; a caller that waits asks again. */
export function orEmpty(reading: Promise<string>): Promise<string> {
  return reading.catch(() => '')
}
