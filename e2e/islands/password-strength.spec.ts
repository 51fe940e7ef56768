import { expect, test } from '../fixtures.ts'
import { registrationPage } from '../pages/registration-page.ts'
import { loginPage } from '../pages/login-page.ts'
import { untilAwake } from '../hands/hands.ts'

test('a new password is judged while it is typed, with the reason; its judge is fetched only then', async ({
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
  await expect(meter).toContainText('Several words together')
})

/** TABLE: a password for every strength and every reason that a person may see while they type. */
const judged = [
  'a',
  'qwertyuiop',
  'zxcvfr',
  'aaaaaaaa',
  'abcabcabc',
  'abcdefgh',
  '2023',
  '13.5.1997',
  'password',
  'trustno1',
  'snoopdog',
  'p4ssw0rd',
  'elephant',
  'wilhelmina',
  'mary',
  'philomena',
  'kettle dawn',
  'copper kettle sings',
  'copper kettle sings at dawn 31',
  '',
]

for (const locale of ['de', 'fi']) {
  test.describe(`in long words: ${locale}`, () => {
    test.use({ locale })

    test('no typed password moves the content below it @password-strength-1', async ({ visitor }) => {
      const { page } = visitor
      const registration = registrationPage(visitor)
      await registration.open()
      await untilAwake(page, true)
      await registration.fill({ 'traits.email': 'philomena.quist@example.org' })
      const [password, meter] = [registration.field('password'), page.getByTestId('password-strength')]
      const submit = page.locator('button[name=method][value=password]')
      for (const width of [320, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        const before = await submit.boundingBox()
        const said = new Set<string>()
        for (const typed of judged) {
          await password.fill(typed)
          await expect(meter.locator('strong')).toHaveCount(typed === '' ? 0 : 1)
          await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
          said.add(await meter.innerText())
          expect(await submit.boundingBox(), `${width}: ${typed}`).toEqual(before)
        }
        expect(said.size).toBeGreaterThan(8)
      }
    })
  })
}

test('Caps Lock moves nothing, neither when it is noticed nor when the field is left @password-strength-2', async ({
  visitor,
}) => {
  const { page } = visitor
  await page.setViewportSize({ width: 320, height: 800 })
  const login = loginPage(visitor)
  await login.open()
  await untilAwake(page, true)
  const password = login.field('password')
  const submit = page.locator('button[name=method][value=password]')
  const before = await submit.boundingBox()
  const notice = page.getByRole('status').filter({ hasText: 'Caps Lock is on.' })
  await password.focus()
  await password.dispatchEvent('keydown', { key: 'A', modifierCapsLock: true })
  await expect(notice).toHaveCount(1)
  await expect(page.getByTitle('Caps Lock is on.')).toBeVisible()
  expect(await submit.boundingBox()).toEqual(before)
  await password.blur()
  await expect(notice).toHaveCount(0)
  expect(await submit.boundingBox()).toEqual(before)
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
