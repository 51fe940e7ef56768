import { untilAwake } from '../hands/hands.ts'
import { expect, test } from './fixtures.ts'

test('back while script takes a page over shows the page of the address', async ({ consolePage, workspace }) => {
  await consolePage.goto(workspace)
  await untilAwake(consolePage, true)
  const heading = consolePage.getByRole('heading', { level: 1 })
  const before = await heading.innerText()
  await consolePage.getByRole('link', { name: 'New project' }).click()
  await expect(heading).not.toHaveText(before)
  await consolePage.addInitScript((home) => {
    const begins = document.addEventListener.bind(document)
    // The first thing React does with a page is to listen to it. The router does so later.
    document.addEventListener = (...listener: Parameters<typeof begins>) => {
      document.addEventListener = begins
      begins(...listener)
      if (location.pathname !== home) history.back()
    }
  }, new URL(workspace).pathname)
  await consolePage.reload()
  await expect(consolePage).toHaveURL(workspace)
  await expect(heading).toHaveText(before)
})
