import { join } from 'node:path'
import { repositoryRoot, startGateway } from '@gatehouse/testing/processes'
import { startMailbox } from '@gatehouse/testing/receivers'
import type { Browser } from '@playwright/test'
import { registrationPage } from '../pages/registration-page.ts'
import { pointerHands } from '../hands/pointer.ts'
import { newPerson } from '../service/people.ts'
import { smtpPost } from '../service/post.ts'

/** Draws the mail that proves a German person's address, as a mail server got it, into `file`. */
export async function drawMail(browser: Browser, file: string): Promise<void> {
  const mailbox = await startMailbox()
  const gateway = await startGateway({
    environment: {
      GATEHOUSE_BRAND: join(repositoryRoot, 'examples/brand/gatehouse.yml'),
      GATEHOUSE_SMTP_URL: mailbox.uri,
    },
  })
  const { origin } = gateway
  const context = await browser.newContext({ baseURL: origin, locale: 'de', viewport: { width: 720, height: 480 } })
  try {
    const page = await context.newPage()
    const person = newPerson('anneliese')
    const visitor = { page, hands: pointerHands(page, true), scripted: true, post: smtpPost(mailbox), origin }
    const registration = registrationPage(visitor)
    await registration.open()
    await registration.signUp(person)
    const mail = await mailbox.next({ to: person.email })
    await page.goto('about:blank')
    await page.setContent(mail.html, { waitUntil: 'networkidle' })
    await page.screenshot({ path: file, fullPage: true })
  } finally {
    await context.close()
    await gateway.stop()
    await mailbox.close()
  }
}
