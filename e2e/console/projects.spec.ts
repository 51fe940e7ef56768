import { expectAccessible, expectFits } from '../accessibility/looks.ts'
import { untilAwake } from '../hands/hands.ts'
import { newPerson } from '../service/people.ts'
import { expect, test } from './fixtures.ts'
import { askProject } from './project-address.ts'

test('a project made in the console is there at once: a person signs up on it', async ({ desk, workspace }) => {
  await desk.goto(workspace)
  await desk.getByRole('link', { name: 'New project' }).click()
  await desk.getByRole('button', { name: 'Create project' }).waitFor()
  await expectAccessible(desk)
  await expectFits(desk)
  await desk.getByLabel('Name', { exact: true }).fill('Corner Shop')
  await desk.getByRole('button', { name: 'Create project' }).click()
  await expect(desk.getByTestId('notice')).toContainText('Corner Shop is on the air')
  await expectAccessible(desk)
  await expectFits(desk)

  const address = (await desk.getByTestId('address').textContent()) ?? ''
  const person = newPerson()
  await desk.goto(`${address}/registration`)
  await desk.getByLabel('E-mail').fill(person.email)
  await desk.getByLabel('Password', { exact: true }).fill(person.password)
  await desk.getByRole('button', { name: 'Continue' }).click()
  await expect(desk).toHaveURL((url) => url.origin === new URL(address).origin && url.pathname !== '/registration')
})

test('a switch is looked at before it counts, and counts then', async ({ desk, newProject }) => {
  const shop = await newProject('Switches')
  const status = async () => (await askProject(`${shop.origin}/self-service/registration/api`)).status
  expect(await status()).toBe(200)
  await desk.goto(`${shop.root}/configuration`)
  await expectAccessible(desk)
  await expectFits(desk)
  await desk.getByLabel('People can sign up by themselves').uncheck()
  await desk.locator('[data-intent=sign_up]').getByRole('button', { name: 'Review the change' }).click()
  await expect(desk.getByRole('row', { name: /added/ })).toContainText(['enabled: false'])
  await expectAccessible(desk)
  expect(await status()).toBe(200)
  await desk.getByRole('button', { name: 'Save' }).click()
  await expect(desk.getByTestId('notice')).toContainText('counts from now on')
  expect(await status()).not.toBe(200)

  await desk.getByRole('link', { name: 'History' }).click()
  await desk.getByRole('row').nth(2).getByRole('link').click()
  await expectAccessible(desk)
  await desk.getByRole('button', { name: 'Go back to it' }).click()
  await expect(desk.getByTestId('notice')).toContainText('counts from now on')
  expect(await status()).toBe(200)
})

test('a configuration as text says which line is wrong, and keeps what was typed', async ({ desk, newProject }) => {
  const shop = await newProject('Texts')
  await desk.goto(`${shop.root}/configuration/text`)
  const area = desk.getByLabel('Configuration', { exact: true })
  const before = await area.inputValue()
  await area.fill(`${before}\nsession:\n  lifespan: forever\n`.replace(/\nsession:\n {2}lifespan: 720h/, ''))
  await desk.getByRole('button', { name: 'Review the change' }).click()
  await expect(desk.getByRole('row', { name: /added/ })).toContainText(['lifespan: forever'])
  await desk.getByRole('button', { name: 'Save' }).click()
  const fault = desk.getByTestId('faults')
  await expect(fault).toContainText('session.lifespan')
  await expectAccessible(desk)
  await expectFits(desk)
  await fault.getByRole('button', { name: /^Line \d+$/ }).click()
  const chosen = await area.evaluate((node: HTMLTextAreaElement) =>
    node.value.slice(node.selectionStart, node.selectionEnd),
  )
  expect(chosen).toContain('lifespan: forever')

  await area.fill('session: {')
  await desk.getByRole('button', { name: 'Review the change' }).click()
  await expect(fault).toContainText('Line 1')
  await expect(area).toHaveValue('session: {')
})

test('what is typed or marked in a text before script comes stays', async ({ desk, newProject }) => {
  const shop = await newProject('Typed')
  const scripts = '**/assets/*.js'
  const area = desk.getByLabel('Configuration', { exact: true })
  const openHeld = async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await desk.route(scripts, async (route) => {
      await held
      await route.continue()
    })
    await desk.goto(`${shop.root}/configuration/text`, { waitUntil: 'commit' })
    await expect(area).not.toHaveValue('')
    return async () => {
      release()
      await untilAwake(desk, true)
      await desk.unroute(scripts)
    }
  }
  const wakeUntouched = await openHeld()
  const before = await area.inputValue()
  await area.selectText()
  await wakeUntouched()
  await expect(area).toHaveValue(before)
  await desk.keyboard.insertText('instead')
  await expect(area).toHaveValue('instead')

  const wake = await openHeld()
  await area.fill('session: {')
  await wake()
  await expect(area).toHaveValue('session: {')
  await desk.getByRole('button', { name: 'Review the change' }).click()
  await expect(desk.getByTestId('faults')).toContainText('Line 1')
})

test('who saves on a stale revision sees both versions and decides', async ({ desk, newProject }) => {
  const shop = await newProject('Stale')
  await desk.goto(`${shop.root}/configuration`)
  await desk.getByLabel('A session').fill('48h')
  await desk.locator('[data-intent=lifespans]').getByRole('button').click()
  await desk.getByRole('button', { name: 'Save' }).waitFor()
  const path = '/services/identity/config/session/lifespan'
  await shop.call('PATCH', '', [{ op: 'replace', path, value: '12h' }])
  await desk.getByRole('button', { name: 'Save' }).click()
  await expect(desk.getByRole('alert')).toContainText('Somebody else has saved meanwhile')
  await expect(desk.getByRole('group', { name: 'What they changed' })).toContainText('lifespan: 12h')
  await expect(desk.getByRole('group', { name: 'What yours would make of it' })).toContainText('lifespan: 48h')
  await expectAccessible(desk)
  await expectFits(desk)
  await desk.getByRole('button', { name: 'Save mine all the same' }).click()
  await expect(desk.getByTestId('notice')).toContainText('counts from now on')
  await expect(desk.getByLabel('A session')).toHaveValue('48h')
})

test('a project goes only when its name is typed, and its data is kept', async ({ desk, newProject }) => {
  const shop = await newProject('Gone')
  await desk.goto(`${shop.root}/settings`)
  await expectAccessible(desk)
  await expectFits(desk)
  await desk.getByRole('link', { name: 'Delete project' }).click()
  const dialog = desk.getByRole('alertdialog')
  await dialog.getByRole('textbox').fill('something else')
  await dialog.getByRole('button', { name: 'Delete project' }).click()
  await expect(dialog.getByTestId('error-summary')).toContainText(shop.slug)
  expect((await askProject(`${shop.origin}/self-service/login/api`)).status).toBe(200)
  await dialog.getByRole('textbox').fill(shop.slug)
  await dialog.getByRole('button', { name: 'Delete project' }).click()
  await expect(desk.getByTestId('notice')).toContainText(`exports/${shop.slug}-${shop.id}`)
  expect((await askProject(`${shop.origin}/self-service/login/api`)).status).toBe(404)
})
