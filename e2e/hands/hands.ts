import type { Locator, Page } from '@playwright/test'

/** A file as the field for files takes it. */
export interface FileOfAPerson {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** How a person works a page: with a pointer, or with nothing but the keyboard. */
export interface Hands {
  /** Whether there is nothing but the keyboard. */
  readonly keyboard: boolean
  /** Replaces the content of a field. */
  fill(field: Locator, text: string): Promise<void>
  /** Chooses from a list by the text of the entry. */
  choose(list: Locator, label: string): Promise<void>
  /** Hands a file to a field. */
  attach(field: Locator, file: FileOfAPerson): Promise<void>
  /** Presses a button, follows a link, opens a disclosure, ticks a box. */
  press(control: Locator): Promise<void>
  /** Sends a form from the field that was filled last; `button` is the one that this should press. */
  send(field: Locator, button: Locator): Promise<void>
}

/**
 * Waits until script, if it runs, has taken the page over and no request is still under way; separate tests cover
 * actions before that. An answer on the wire is not yet one on the page: a person who types before it is shown sees
 * their text replaced by it.
 */
export async function untilAwake(page: Page, scripted: boolean): Promise<void> {
  if (!scripted) return
  await page.waitForFunction(() => {
    // Pages of the gateway itself carry no script at all; those of the account bring theirs as text that starts later.
    if (document.querySelector('script[src], script[type=module], script[data-modules]') === null) return true
    if (document.querySelector('form[aria-busy="true"]') !== null) return false
    const main = document.querySelector('main')
    return main !== null && Object.keys(main).some((key) => key.startsWith('__reactFiber'))
  })
}
