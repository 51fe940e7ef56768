import { untilAwake } from '../hands/hands.ts'
import { expect, test } from './fixtures.ts'

test('back while script takes a page over shows the page of the address', async ({ desk, workspace }) => {
  await desk.goto(workspace)
  await untilAwake(desk, true)
  const heading = desk.getByRole('heading', { level: 1 })
  const before = await heading.innerText()
  await desk.getByRole('link', { name: 'New project' }).click()
  await expect(heading).not.toHaveText(before)
  await desk.addInitScript((home) => {
    const begins = document.addEventListener.bind(document)
    // The first thing React does with a page is to listen to it. The router does so later.
    document.addEventListener = (...listener: Parameters<typeof begins>) => {
      document.addEventListener = begins
      begins(...listener)
      if (location.pathname !== home) history.back()
    }
  }, new URL(workspace).pathname)
  await desk.reload()
  await expect(desk).toHaveURL(workspace)
  await expect(heading).toHaveText(before)
})
