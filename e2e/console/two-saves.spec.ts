import { createReceiver } from '@gatehouse/testing/receivers'
import { untilAwake } from '../hands/hands.ts'
import { holdFirst, pressWhileBusy } from '../unhappy/held-form.ts'
import { expect, test } from './fixtures.ts'

for (const byKeyboard of [false, true]) {
  const means = byKeyboard ? 'the keyboard' : 'a pointer'
  test(`a form that is sent while another one waits for its answer is sent after it, with ${means} @console-in-turn-1`, async ({
    consolePage,
    newProject,
  }) => {
    const shop = await newProject('In turn')
    await consolePage.goto(`${shop.root}/configuration`)
    await untilAwake(consolePage, true)
    const lasts = consolePage.getByLabel('Session length', { exact: true })
    await lasts.fill('2')
    await consolePage.getByLabel('Return URLs').fill('https://app.example.org/in')
    const held = await holdFirst(consolePage, '/configuration')
    const review = consolePage.getByRole('button', { name: 'Review changes' })
    await review.click()
    await expect.poll(() => held.sent()).toBe(1)
    await pressWhileBusy(consolePage.getByRole('button', { name: 'Save applications' }), byKeyboard)
    await expect(review).toHaveAttribute('aria-busy', 'true')
    expect(held.sent()).toBe(1)
    held.release()
    await expect(consolePage.getByTestId('notice')).toContainText('configuration is live')
    expect(held.sent()).toBe(2)
    await expect(consolePage.getByText('1 unsaved change')).toBeVisible()
    await expect(lasts).toHaveValue('2')
    await review.click()
    await consolePage.getByTestId('changes').waitFor()
    await consolePage.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(consolePage.getByText('No unsaved changes')).toBeVisible()
    await consolePage.reload()
    await expect(lasts).toHaveValue('2')
    await expect(consolePage.getByLabel('Return URLs')).toHaveValue('https://app.example.org/in')
  })
}

test('typed text stays when another form of the page is saved, looked at or refused @console-typed-1', async ({
  consolePage,
  newProject,
}) => {
  const shop = await newProject('Typed')
  await consolePage.goto(`${shop.root}/configuration`)
  await untilAwake(consolePage, true)
  const lasts = consolePage.getByLabel('Session length', { exact: true })
  const urls = consolePage.getByLabel('Return URLs')
  await lasts.fill('2')
  await urls.fill('not a URL')
  await consolePage.getByRole('button', { name: 'Save applications' }).click()
  await expect(urls).toHaveAccessibleDescription(/is not a URL/)
  await expect(lasts).toHaveValue('2')
  await consolePage.getByRole('button', { name: 'Review changes' }).click()
  await consolePage.getByRole('link', { name: 'Back without saving' }).click()
  await expect(lasts).toHaveValue('2')
  await expect(urls).toHaveValue('not a URL')
  await expect(urls, 'what was said of it').toHaveAccessibleDescription(/is not a URL/)
  await urls.fill('https://app.example.org/in')
  await consolePage.getByRole('button', { name: 'Save applications' }).click()
  await expect(consolePage.getByTestId('notice')).toContainText('configuration is live')
  await expect(lasts).toHaveValue('2')
  await expect(consolePage.getByText('1 unsaved change')).toBeVisible()
})

test('a link that is pressed while a test event is under way is followed after it @console-in-turn-2', async ({
  consolePage,
  newProject,
}) => {
  const { root } = await newProject('Test in turn')
  const receiver = await createReceiver()
  await consolePage.goto(`${root}/streams`)
  await consolePage.getByRole('link', { name: 'New event stream' }).click()
  await consolePage.getByLabel('Address').fill(receiver.url)
  await consolePage.getByRole('button', { name: 'Create event stream' }).click()
  await expect(consolePage.getByTestId('notice')).toContainText('The event stream was created')
  const held = await holdFirst(consolePage, new URL(consolePage.url()).pathname)
  await consolePage.getByRole('button', { name: 'Send a test event' }).click()
  await expect.poll(() => held.sent()).toBe(1)
  const deliveries = consolePage.getByRole('link', { name: 'Deliveries', exact: true })
  await deliveries.click()
  await expect(deliveries).toHaveAttribute('data-pending', 'true')
  held.release()
  await expect(deliveries).toHaveAttribute('aria-current', 'page')
  await receiver.close()
})
