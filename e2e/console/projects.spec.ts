import { expectAccessible, expectFits } from '../accessibility/looks.ts'
import { untilAwake } from '../hands/hands.ts'
import { newPerson } from '../service/people.ts'
import { expect, test } from './fixtures.ts'
import { askProject } from './project-address.ts'

test('a project made in the console is there at once: a person signs up on it', async ({ consolePage, workspace }) => {
  await consolePage.goto(workspace)
  await consolePage.getByRole('link', { name: 'New project' }).click()
  await consolePage.getByRole('button', { name: 'Create project' }).waitFor()
  await expectAccessible(consolePage)
  await expectFits(consolePage)
  await consolePage.getByLabel('Name', { exact: true }).fill('Corner Shop')
  await consolePage.getByRole('button', { name: 'Create project' }).click()
  await expect(consolePage.getByTestId('notice')).toContainText('Corner Shop is live')
  await expectAccessible(consolePage)
  await expectFits(consolePage)

  const address = (await consolePage.getByTestId('address').textContent()) ?? ''
  const person = newPerson()
  await consolePage.goto(`${address}/registration`)
  await consolePage.getByRole('textbox', { name: 'Email', exact: true }).fill(person.email)
  await consolePage.getByLabel('Password', { exact: true }).fill(person.password)
  await consolePage.getByRole('button', { name: 'Continue' }).click()
  await expect(consolePage).toHaveURL(
    (url) => url.origin === new URL(address).origin && url.pathname !== '/registration',
  )
})

test('a switch is looked at before it counts, and counts then', async ({ consolePage, newProject }) => {
  const shop = await newProject('Switches')
  const status = async () => (await askProject(`${shop.origin}/self-service/registration/api`)).status
  expect(await status()).toBe(200)
  await consolePage.goto(`${shop.root}/configuration`)
  await expectAccessible(consolePage)
  await expectFits(consolePage)
  const setting = consolePage.locator('[data-setting="selfservice.flows.registration.enabled"]')
  await expect(setting).toContainText('On by default')
  await consolePage.getByLabel('People can sign up').uncheck()
  await expect(consolePage.getByText('1 unsaved change')).toBeVisible()
  await consolePage.getByRole('button', { name: 'Review changes' }).click()
  await expect(consolePage.getByTestId('changes').getByRole('listitem')).toHaveText(['People can sign upon → tooff'])
  await expect(consolePage.getByRole('row', { name: /added/ })).toContainText(['enabled: false'])
  await expectAccessible(consolePage)
  expect(await status()).toBe(200)
  await consolePage.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(consolePage.getByTestId('notice')).toContainText('configuration is live')
  expect(await status()).not.toBe(200)

  await consolePage.getByRole('link', { name: 'History' }).click()
  await consolePage.getByRole('row').nth(2).getByRole('link').click()
  await expectAccessible(consolePage)
  await consolePage.getByRole('button', { name: 'Restore this revision' }).click()
  await expect(consolePage.getByTestId('notice')).toContainText('configuration is live')
  expect(await status()).toBe(200)

  await consolePage.goto(`${shop.root}/configuration`)
  // The settings for an application count at once, and a faulty line is reported beside its field.
  const begin = async (to: string) =>
    (await askProject(`${shop.origin}/self-service/login/api?${new URLSearchParams({ return_to: to })}`)).status
  const urls = consolePage.getByLabel('Return URLs')
  await urls.fill('https://app.example.org/in\napp.example.org')
  await consolePage.getByRole('button', { name: 'Save applications' }).click()
  await expect(urls).toHaveAccessibleDescription(/“app.example.org” is not a URL/)
  await expect(urls).toHaveValue('https://app.example.org/in\napp.example.org')
  expect(await begin('https://app.example.org/in/deep')).not.toBe(200)
  await urls.fill('https://app.example.org/in')
  const origins = consolePage.getByLabel('CORS origins')
  await origins.fill('https://app.example.org')
  await consolePage.getByLabel('Share the session with hosts below').check()
  await consolePage.getByRole('button', { name: 'Save applications' }).click()
  await expect(consolePage.getByTestId('notice')).toContainText('configuration is live')
  await expect(urls).toHaveValue('https://app.example.org/in')
  await expect(consolePage.getByLabel('Share the session with hosts below')).toBeChecked()
  await expect(consolePage.getByText('Follows from the project’s address and name').first()).toBeVisible()
  expect(await begin('https://app.example.org/in/deep')).toBe(200)
  await expect(origins).toHaveValue('https://app.example.org')
  const allowed = async (origin: string) =>
    (await askProject(`${shop.origin}/sessions/whoami`, undefined, { origin })).headers['access-control-allow-origin']
  expect(await allowed('https://app.example.org')).toBe('https://app.example.org')
  expect(await allowed('https://other.example.org')).toBeUndefined()
})

test('a configuration as text names the faulty line, and keeps the typed text', async ({ consolePage, newProject }) => {
  const shop = await newProject('Texts')
  await consolePage.goto(`${shop.root}/configuration/text`)
  const area = consolePage.getByLabel('Configuration', { exact: true })
  const before = await area.inputValue()
  await area.fill(`${before}\nsession:\n  lifespan: forever\n`.replace(/\nsession:\n {2}lifespan: 720h/, ''))
  await consolePage.getByRole('button', { name: 'Review changes' }).click()
  await expect(consolePage.getByRole('row', { name: /added/ })).toContainText(['lifespan: forever'])
  await consolePage.getByRole('button', { name: 'Save', exact: true }).click()
  const fault = consolePage.getByTestId('faults')
  await expect(fault).toContainText('session.lifespan')
  await expectAccessible(consolePage)
  await expectFits(consolePage)
  await fault.getByRole('button', { name: /^Line \d+$/ }).click()
  const chosen = await area.evaluate((node: HTMLTextAreaElement) =>
    node.value.slice(node.selectionStart, node.selectionEnd),
  )
  expect(chosen).toContain('lifespan: forever')

  await area.fill('session: {')
  await consolePage.getByRole('button', { name: 'Review changes' }).click()
  await expect(fault).toContainText('Line 1')
  await expect(area).toHaveValue('session: {')
})

test('text and selection from before script arrives stay', async ({ consolePage, newProject }) => {
  const shop = await newProject('Typed')
  const scripts = '**/assets/*.js'
  const area = consolePage.getByLabel('Configuration', { exact: true })
  const openHeld = async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await consolePage.route(scripts, async (route) => {
      await held
      await route.continue()
    })
    await consolePage.goto(`${shop.root}/configuration/text`, { waitUntil: 'commit' })
    await expect(area).not.toHaveValue('')
    return async () => {
      release()
      await untilAwake(consolePage, true)
      await consolePage.unroute(scripts)
    }
  }
  const wakeUntouched = await openHeld()
  const before = await area.inputValue()
  await area.selectText()
  await wakeUntouched()
  await expect(area).toHaveValue(before)
  await consolePage.keyboard.insertText('instead')
  await expect(area).toHaveValue('instead')

  const wake = await openHeld()
  await area.fill('session: {')
  await wake()
  await expect(area).toHaveValue('session: {')
  await consolePage.getByRole('button', { name: 'Review changes' }).click()
  await expect(consolePage.getByTestId('faults')).toContainText('Line 1')
})

test('an operator who saves on a stale revision sees both versions and decides', async ({
  consolePage,
  newProject,
}) => {
  const shop = await newProject('Stale')
  await consolePage.goto(`${shop.root}/configuration`)
  await consolePage.getByLabel('Session length', { exact: true }).fill('2')
  await consolePage.getByRole('button', { name: 'Review changes' }).click()
  await consolePage.getByRole('button', { name: 'Save', exact: true }).waitFor()
  const path = '/services/identity/config/session/lifespan'
  await shop.call('PATCH', '', [{ op: 'replace', path, value: '12h' }])
  await consolePage.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(consolePage.getByRole('alert')).toContainText('Someone else has saved in the meantime')
  await expect(consolePage.getByRole('group', { name: 'Their changes' })).toContainText('lifespan: 12h')
  await expect(consolePage.getByRole('group', { name: 'Your version' })).toContainText('lifespan: 48h')
  await expectAccessible(consolePage)
  await expectFits(consolePage)
  await consolePage.getByRole('button', { name: 'Save my version anyway' }).click()
  await expect(consolePage.getByTestId('notice')).toContainText('configuration is live')
  await expect(consolePage.getByLabel('Session length', { exact: true })).toHaveValue('2')
  await expect(consolePage.getByLabel('Unit: Session length')).toHaveValue('d')
})

test('a project is deleted only if its name is typed, and its data is kept', async ({
  consolePage,
  newProject,
  engine,
}) => {
  const shop = await newProject('Gone')
  await consolePage.goto(`${shop.root}/settings`)
  await expectAccessible(consolePage)
  await expectFits(consolePage)
  await consolePage.getByRole('link', { name: 'Delete project' }).click()
  const dialog = consolePage.getByRole('alertdialog')
  await dialog.getByRole('textbox').fill('something else')
  await dialog.getByRole('button', { name: 'Delete project' }).click()
  await expect(dialog.getByTestId('error-summary')).toContainText(shop.slug)
  expect((await askProject(`${shop.origin}/self-service/login/api`)).status).toBe(200)
  await dialog.getByRole('textbox').fill(shop.slug)
  await dialog.getByRole('button', { name: 'Delete project' }).click()
  const kept =
    engine === 'embedded-on-postgres' ? `gatehouse archive export ${shop.id}` : `exports/${shop.slug}-${shop.id}`
  await expect(consolePage.getByTestId('notice')).toContainText(kept)
  expect((await askProject(`${shop.origin}/self-service/login/api`)).status).toBe(404)
})
