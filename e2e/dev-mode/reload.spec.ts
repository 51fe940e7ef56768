import { utimes } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { signUp } from '../journeys/account-journey.ts'
import { expect, test } from './fixtures.ts'

const loginPart = fileURLToPath(new URL('../../apps/account/app/routes/login/test-login-page.tsx', import.meta.url))

// Any complaint of React during hydration fails the test.
test('pages in development work, without a word of complaint', async ({ visitor, person }) => {
  test.slow()
  await signUp(visitor, person)
})

test('a page shows a change of its source without being loaded again @dev-mode-1', async ({ visitor }) => {
  test.slow()
  const { page } = visitor
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  await page.goto('/login')
  await expect.poll(() => said.join('\n')).toContain('[vite] connected')
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await utimes(loginPart, new Date(), new Date())
  await expect.poll(() => said.join('\n')).toMatch(/hot updated: .*test-login-page/)
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
})
