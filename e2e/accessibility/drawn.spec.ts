import { expect, type Page } from '@playwright/test'
import { test } from '../fixtures.ts'
import { states } from './states.ts'

/** TABLE: a dozen states of the account pages, of every kind of page. */
const drawn = [
  'login',
  'login-error',
  'login-code',
  'registration',
  'registration-error',
  'verification',
  'verification-done',
  'recovery',
  'settings',
  'sessions',
  'error',
  'unreachable',
] as const

/** Share of the picture that has another colour than most of it: a line of text alone comes to about 0.01. */
const leastInk = 0.015

for (const [index, name] of drawn.entries()) {
  const colorScheme = index % 2 === 0 ? 'light' : 'dark'
  test.describe(() => {
    test.use({ colorScheme })
    test(`the picture of ${name} is not blank (${colorScheme})`, async ({ visitor, complaints, context }) => {
      if (name === 'unreachable') complaints.expect(/status of 503/)
      const reach = states[name]
      expect(reach, `${name} is a state`).toBeDefined()
      await reach?.(visitor)
      const picture = await pictureOf(visitor.page)
      const judge = await context.newPage()
      expect(await inkOf(judge, picture)).toBeGreaterThan(leastInk)
      // The measure itself: a picture of one colour has none.
      await judge.setContent('<body style="background: teal">')
      expect(await inkOf(judge, await judge.screenshot())).toBe(0)
    })
  })
}

/** Takes a picture of the page; asks again if a busy browser refuses, as the page is unchanged. */
async function pictureOf(page: Page): Promise<Buffer> {
  let picture: Buffer = Buffer.alloc(0)
  await expect(async () => {
    picture = await page.locator('main').screenshot()
  }, 'a picture is drawn').toPass({ timeout: 20_000 })
  return picture
}

/** Returns the share of the pixels of a picture whose colour is not its most frequent one. */
function inkOf(judge: Page, picture: Buffer): Promise<number> {
  return judge.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
    const drawing = canvas.getContext('2d')
    if (drawing === null) throw new Error('This browser draws on no canvas')
    drawing.drawImage(bitmap, 0, 0)
    const { data } = drawing.getImageData(0, 0, bitmap.width, bitmap.height)
    const counts = new Map<number, number>()
    for (let at = 0; at < data.length; at += 4) {
      const colour = ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0)
      counts.set(colour, (counts.get(colour) ?? 0) + 1)
    }
    return 1 - Math.max(...counts.values()) / (data.length / 4)
  }, picture.toString('base64'))
}
