import { expect, test } from '../fixtures.ts'
import { registrationPage } from '../pages/registration-page.ts'
import { loginPage } from '../pages/login-page.ts'
import { untilAwake } from '../hands/hands.ts'

test('a new password is judged while it is typed, with the reason; what judges it is fetched only then', async ({
  visitor,
}) => {
  const { page } = visitor
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  const registration = registrationPage(visitor)
  const meter = page.getByTestId('password-strength')
  await registration.open()
  await untilAwake(page, true)
  await page.waitForLoadState('networkidle')
  expect(fetched.filter((path) => path.includes('judge-password'))).toEqual([])

  const password = registration.field('password')
  await password.pressSequentially('qwerty')
  await expect(meter).toContainText('Easy to guess.')
  await expect(meter).toContainText('most used passwords')
  expect(fetched.filter((path) => path.includes('judge-password'))).toHaveLength(1)
  await registration.fill({ 'traits.email': 'philomena.quist@example.org' })
  await password.fill('philomena')
  await expect(meter).toContainText('something about you')
  await password.fill('copper kettle sings at dawn 31')
  await expect(meter).toContainText('Strong.')
  await password.fill('')
  await expect(meter).toHaveText('')
})

test('a password that was typed before script came is judged once it is here', async ({ visitor }) => {
  const { page } = visitor
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  const registration = registrationPage(visitor)
  await page.goto('/registration', { waitUntil: 'commit' })
  await registration.field('password').fill('qwerty')
  release()
  await expect(page.getByTestId('password-strength')).toContainText('Easy to guess.')
})

test('the password of a sign-in is not judged', async ({ visitor }) => {
  const { page } = visitor
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  const login = loginPage(visitor)
  await login.open()
  await untilAwake(page, true)
  await login.field('password').pressSequentially('qwerty')
  await page.waitForLoadState('networkidle')
  expect(fetched.filter((path) => /judge-password|password-strength/.test(path))).toEqual([])
})
