import { test } from './fixtures.ts'

/** Ways of using a browser. The tag sends a test to the project of that kind (playwright.config.ts). */
const ways = {
  script: { title: 'with script', tag: [], means: 'pointer' },
  noScript: { title: 'without script', tag: ['@no-js'], means: 'pointer' },
  keyboard: { title: 'with the keyboard alone', tag: ['@keyboard'], means: 'keyboard' },
} as const

type Way = keyof typeof ways

/** Declares the same tests once for each way of using a browser. */
export function inWays(names: readonly Way[], declare: () => void): void {
  for (const name of names) {
    const { title, tag, means } = ways[name]
    test.describe(title, { tag: [...tag] }, () => {
      test.use({ means })
      declare()
    })
  }
}

/** Declares tests with script, without it, and without a pointer: those with more than fields and one button. */
export function inEveryWay(declare: () => void): void {
  inWays(['script', 'noScript', 'keyboard'], declare)
}

/** Declares tests with script and without it. */
export function withAndWithoutScript(declare: () => void): void {
  inWays(['script', 'noScript'], declare)
}
