import { expect, test } from '../fixtures.ts'
import { loginPage } from '../pages/login-page.ts'
import { createAccount } from '../service/account.ts'
import { armFault, moveClock, resetClock } from '../service/devtools.ts'
import { flowIdOf } from '../service/flows.ts'
import { inboxOf } from '../service/post.ts'
import { accountFrame } from '../pages/account-frame.ts'
import { inWays } from '../ways.ts'

inWays(['script'], () => {
  test('a flow is seen beside the page it draws, with its events @devtools-3', async ({ visitor, complaints }) => {
    // Scripts that the test puts into every page do not run in that frame, as no script does.
    complaints.expect(/Blocked script execution in 'about:srcdoc'/)
    const { page } = visitor
    const login = loginPage(visitor)
    await login.open()
    const id = await flowIdOf(visitor)
    await login.signIn('nobody@example.org', 'not-the-password')
    await expect(login.message(4000006)).toBeVisible()
    await page.goto(`/dev/flow?id=${id}`)
    await expect(page.getByRole('cell', { name: 'POST /self-service/login' })).toBeVisible()
    await expect(page.getByText('4000006')).toBeVisible()
    const drawn = page.frameLocator('iframe')
    await expect(drawn.locator('[name=identifier]')).toHaveValue('nobody@example.org')
    expect(await page.content()).not.toMatch(/not-the-password|csrf_hash/)
  })

  test('every page of the developer tools works, and links to the others', async ({ visitor }) => {
    const { page } = visitor
    await page.goto('/dev')
    for (const title of ['Inbox', 'Flows', 'Faults', 'Clock']) {
      await page.getByRole('navigation').getByRole('link', { name: title }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    }
    await page.getByRole('button', { name: '+15m' }).click()
    await expect(page.getByText(/\+900 seconds/)).toBeVisible()
    await page.getByRole('button', { name: 'Back to now' }).click()
    await expect(page.getByText('As the system’s clock.')).toBeVisible()
  })
})

test('the clock of the identity service moves on: a flow is over', async ({ visitor, person }) => {
  const login = loginPage(visitor)
  await login.open()
  try {
    await moveClock(visitor.origin, '2h')
    await login.signIn(person.email, person.password)
    await expect(login.summary).toBeFocused()
    await expect(login.field('identifier')).toHaveValue(person.email)
  } finally {
    await resetClock(visitor.origin)
  }
})

test('a test address always gets the code in it', async ({ visitor, person, request }) => {
  const address = person.email.replace('@', '+code424242@')
  await createAccount(request, visitor.origin, { ...person, email: address })
  const login = loginPage(visitor)
  await login.open()
  await login.askForCode(address)
  await login.enterCode('424242')
  await accountFrame(visitor).expectWelcome()
})

test('a message that could not be handed over is tried again', async ({ visitor, person, request }) => {
  await createAccount(request, visitor.origin, person)
  const login = loginPage(visitor)
  await login.open()
  await armFault(visitor.origin, 'courier_down')
  await login.askForCode(person.email)
  const newest = async () => (await inboxOf(visitor.origin, person.email))[0]
  expect(await newest()).toMatchObject({ status: 'queued', template: 'login_code_valid' })
  await expect.poll(async () => (await newest())?.status, { timeout: 30_000 }).toBe('sent')
})
