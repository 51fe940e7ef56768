import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { copyProgram, startGateway } from '@gatehouse/testing/processes'
import { expect, test as base } from '../fixtures.ts'
import { chooseLanguage } from '../pages/footer.ts'
import { registrationPage } from '../pages/registration-page.ts'
import { verificationPage } from '../pages/verification-page.ts'
import { inboxOf } from '../service/post.ts'
import { addMadeUpLanguage, inMadeUp, madeUp } from './made-up-language.ts'

/** `test` with a copy of the program whose only difference is one more folder in `locales`. */
const test = base.extend<{ readonly program: string }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a function wants from its first parameter
  program: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'gatehouse-program-'))
    await copyProgram(folder)
    await addMadeUpLanguage(join(folder, 'locales'))
    await use(folder)
    await rm(folder, { recursive: true, force: true })
  },
  openGateway: async ({ program }, use) => {
    const gateway = await startGateway({ program })
    await use(() => Promise.resolve(gateway))
    await gateway.stop()
  },
})

test('a language is a folder: pages, mails and the console find a new one by themselves @new-language-1', async ({
  visitor,
  person,
  gateway,
}) => {
  const { page } = visitor
  await page.goto('/registration')
  await chooseLanguage(visitor, madeUp.name)
  await expect(page.locator('html')).toHaveAttribute('lang', madeUp.code)
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  for (const part of await page.locator('h1, main label').all()) await expect(part).toHaveText(inMadeUp)
  for (const button of await page.locator('main button').all()) await expect(button).toHaveAccessibleName(inMadeUp)

  await registrationPage(visitor).signUp(person)
  const verification = verificationPage(visitor)
  await expect(verification.field('code')).toBeVisible()
  await expect(page.locator('h1')).toHaveText(inMadeUp)
  const [mail] = await inboxOf(gateway.origin, person.email)
  expect(mail?.subject).toMatch(inMadeUp)
  expect(mail?.body.trim()).toMatch(/^⟦/u)
  await verification.confirm(person.email)

  const headers = { 'accept-language': `${madeUp.code}, de;q=0.5` }
  for (const url of [`${gateway.origin}/login`, `${gateway.consoleOrigin}/sign-in`]) {
    const html = await (await fetch(url, { headers })).text()
    expect(html).toContain(`<html lang="${madeUp.code}" dir="rtl"`)
    expect(html).toMatch(/<title>⟦/u)
  }
})

test('the check of the catalogues has no objection to a language that is a folder alone @new-language-2', async ({
  program,
}) => {
  const node = join(program, 'node_modules/.bin/node')
  const checked = await promisify(execFile)(node, [join(program, 'tooling/check-locales.ts')])
  expect(checked.stdout).toContain('0 objections')
})
