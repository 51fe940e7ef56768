import { expect } from '@playwright/test'
import { test } from './fixtures.ts'

const person = { email: 'ada@example.org', password: 'analytical-engine' }

test('a person signs in within another application, after a wrong password, and out again @login-form-1', async ({
  page,
  example,
  request,
  complaints,
}) => {
  // Asking who is signed in is answered 401 without a session, and browsers note that.
  complaints.expect(/status of 401.*\/sessions\/whoami/)
  const added = await request.post(`${example.adminUrl}/admin/identities`, {
    data: {
      schema_id: 'account',
      traits: { email: person.email },
      credentials: { password: { config: { password: person.password } } },
    },
  })
  expect(added.status()).toBe(201)

  await page.goto('/')
  await page.locator('[name=identifier]').fill(person.email)
  await page.locator('[name=password]').fill('not the password')
  await page.locator('button[name=method][value=password]').click()
  await expect(page.getByRole('alert').filter({ has: page.getByTestId('ui/message/4000006') })).toBeVisible()
  expect(new URL(page.url()).origin).toBe(example.origin)
  await expect(page.locator('[name=identifier]')).toHaveValue(person.email)
  await expect(page.locator('[name=password]')).toHaveValue('')

  await page.locator('[name=password]').fill(person.password)
  await page.locator('button[name=method][value=password]').click()
  await expect(page.getByText(`Signed in as ${person.email}.`)).toBeVisible()

  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.locator('[name=password]')).toBeVisible()
})

test('a flow that does not exist is left for a new one', async ({ page, complaints }) => {
  complaints.expect(/status of 40[134].*\/(?:sessions\/whoami|self-service\/login\/flows)/)
  await page.goto('/login?flow=00000000-0000-4000-8000-000000000000')
  await expect(page.locator('[name=identifier]')).toBeVisible()
  expect(new URL(page.url()).searchParams.get('flow')).not.toBe('00000000-0000-4000-8000-000000000000')
})
