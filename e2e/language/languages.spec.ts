import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { repositoryRoot } from '@gatehouse/testing/processes'
import { expect, test } from '../fixtures.ts'
import { chooseLanguage } from '../pages/footer.ts'
import { loginPage } from '../pages/login-page.ts'
import { withAndWithoutScript } from '../ways.ts'

const spoken = [
  { prefers: 'de', lang: 'de', dir: 'ltr', title: /^Anmelden/ },
  { prefers: 'ar', lang: 'ar', dir: 'rtl', title: /[\u0600-\u06FF]/ },
  { prefers: 'zh-CN', lang: 'zh-Hans', dir: 'ltr', title: /^登录/ },
  { prefers: 'he-IL', lang: 'he', dir: 'rtl', title: /[\u0590-\u05FF]/ },
  { prefers: 'fa', lang: 'fa', dir: 'rtl', title: /[\u0600-\u06FF]/ },
  { prefers: 'th-TH', lang: 'th', dir: 'ltr', title: /^เข้าสู่ระบบ/ },
  { prefers: 'nn-NO', lang: 'nb', dir: 'ltr', title: /^Logg inn/ },
  { prefers: 'tlh', lang: 'en', dir: 'ltr', title: /^Sign in/ },
  { prefers: 'en', lang: 'en', dir: 'ltr', title: /^Sign in/ },
] as const

withAndWithoutScript(() => {
  test('another language is one choice away, stays on the page and is remembered @languages-1', async ({ visitor }) => {
    const { page } = visitor
    await page.goto('/registration?return_to=%2Fsessions')
    await chooseLanguage(visitor, 'Deutsch')
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await expect(page).toHaveURL(`${visitor.origin}/registration?return_to=%2Fsessions`)

    const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'gatehouse_language')
    expect(cookie).toMatchObject({ value: 'de', httpOnly: true, sameSite: 'Lax', path: '/' })
    await page.goto('/recovery')
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  })
})

// The server chooses, so that script makes no difference.
for (const { prefers, lang, dir, title } of spoken) {
  test.describe(`a browser that prefers ${prefers}`, () => {
    test.use({ locale: prefers })

    test('gets its language, its direction and a title in it', async ({ visitor: { page } }) => {
      await page.goto('/login')
      const html = page.locator('html')
      await expect(html).toHaveAttribute('lang', lang)
      await expect(html).toHaveAttribute('dir', dir)
      await expect(page).toHaveTitle(title)
    })
  })
}

withAndWithoutScript(() => {
  test('every language is offered by its own name, and the page carries the texts of one', async ({ visitor }) => {
    const { page } = visitor
    await page.goto('/login')
    const options = page.locator('footer select[name=language] option')
    await expect(options).toHaveCount((await readdir(join(repositoryRoot, 'locales'))).length)
    await expect(options.filter({ hasText: '日本語' })).toHaveAttribute('lang', 'ja')
    await expect(options.filter({ hasText: 'עברית' })).toHaveAttribute('dir', 'rtl')
    const answer = await fetch(`${visitor.origin}/login`, {
      headers: { 'accept-language': 'de', 'accept-encoding': 'identity' },
    })
    const html = await answer.text()
    expect(html).toContain('Anmelden')
    expect(html).not.toMatch(/Logg inn|Se connecter|ログイン|サインイン/)
    expect(gzipSync(html).byteLength).toBeLessThan(20_000)
  })

  test('messages of the service are translated too', async ({ visitor, person }) => {
    const { page } = visitor
    await page.goto('/language?language=de&return_to=%2Flogin')
    const login = loginPage(visitor)
    await login.signIn(person.email, person.password)
    await expect(login.message(4000006)).toBeVisible()
    await expect(login.message(4000006)).not.toContainText(/credentials|password/i)
    await expect(login.message(4000006)).toContainText(/Passwort/)
  })

  test('the choice of a language leads to no other site', async ({ visitor }) => {
    await visitor.page.goto('/language?language=de&return_to=https%3A%2F%2Fevil.example%2F')
    await expect(visitor.page).toHaveURL(/^http:\/\/localhost:\d+\/login$/)
    await visitor.page.goto('/language?language=de&return_to=%2F%2Fevil.example')
    await expect(visitor.page).toHaveURL(/^http:\/\/localhost:\d+\/login$/)
  })
})
