import { expect, test } from '../fixtures.ts'
import { accountFrame } from '../pages/account-frame.ts'
import { recoveryPage } from '../pages/recovery-page.ts'
import { settingsPage } from '../pages/settings-page.ts'
import { verificationPage } from '../pages/verification-page.ts'
import { createAccount } from '../service/account.ts'
import { moveClock, resetClock } from '../service/devtools.ts'
import { inEveryWay, withAndWithoutScript } from '../ways.ts'

test.use({ setup: 'links' })

/** Longer than a link lives. */
const tooLong = '3h'

/** The ways in which programs open a mailed link: mail scanners, browsers that read ahead, previews. */
const looks = [
  { method: 'HEAD' },
  { headers: { 'sec-purpose': 'prefetch;prerender' } },
  { headers: { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' } },
]

test.beforeEach(async ({ visitor, person, request }) => {
  await createAccount(request, visitor.origin, person)
  await visitor.post.nextLink(person.email)
})

inEveryWay(() => {
  test('a link in a mail leads back into an account once, and to a new password @links-4', async ({
    visitor,
    person,
  }) => {
    const { page } = visitor
    const recovery = recoveryPage(visitor)
    await recovery.open()
    const link = await recovery.askForLink(person.email)
    await page.goto(link)
    await expect(page).toHaveURL(/\/settings/)
    await settingsPage(visitor).changePassword('another-Horse-battery-9')
    await accountFrame(visitor).signOut()

    await page.goto(link)
    await expect(recovery.message(4060004)).toBeVisible()
    await page.goto(await recovery.askForLink(person.email))
    await expect(page).toHaveURL(/\/settings/)
  })

  test('a link in a mail confirms an address once @links-5', async ({ visitor, person }) => {
    const { page } = visitor
    const verification = verificationPage(visitor)
    await verification.open()
    const link = await verification.askForLink(person.email)
    await page.goto(link)
    await expect(verification.message(1080002)).toBeVisible()

    await page.goto(link)
    await expect(verification.message(4070001)).toBeVisible()
    await page.goto(await verification.askForLink(person.email))
    await expect(verification.message(1080002)).toBeVisible()
  })
})

test('a link that programs open before the person does still works @links-6', async ({ visitor, person, request }) => {
  const { page, origin } = visitor
  const lookAt = async (link: string) => {
    for (const look of looks) {
      const answer = await request.fetch(link, { ...look, maxRedirects: 0 })
      const { pathname, searchParams } = new URL(link)
      const shown = `${origin}${pathname.replace('/self-service', '')}?flow=${searchParams.get('flow')}`
      expect([answer.status(), answer.headers()['location']]).toEqual([303, shown])
    }
  }
  const recovery = recoveryPage(visitor)
  await recovery.open()
  const back = await recovery.askForLink(person.email)
  await lookAt(back)
  const verification = verificationPage(visitor)
  await verification.open()
  const proof = await verification.askForLink(person.email)
  await lookAt(proof)

  await page.goto(proof)
  await expect(verification.message(1080002)).toBeVisible()
  await page.goto(back)
  await expect(page).toHaveURL(/\/settings/)
})

withAndWithoutScript(() => {
  test('a link that came too late says so, and the next one can be asked for there @links-7', async ({
    visitor,
    person,
  }) => {
    const { page, origin } = visitor
    const recovery = recoveryPage(visitor)
    await recovery.open()
    const back = await recovery.askForLink(person.email)
    const verification = verificationPage(visitor)
    await verification.open()
    const proof = await verification.askForLink(person.email)
    await moveClock(origin, tooLong)
    try {
      await page.goto(proof)
      await expect(verification.message(4070005)).toBeVisible()
      await page.goto(back)
      await expect(recovery.message(4060005)).toBeVisible()
      await page.goto(await recovery.askForLink(person.email))
      await expect(page).toHaveURL(/\/settings/)
    } finally {
      await resetClock(origin)
    }
  })
})
