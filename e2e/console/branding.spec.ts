import { startMailbox } from '@gatehouse/testing/receivers'
import { expectAccessible, expectFits } from '../accessibility/looks.ts'
import { inEveryWay, inWays } from '../ways.ts'
import { expect, test } from './fixtures.ts'
import { askProject } from './project-address.ts'

const logo = {
  name: 'northwind.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="14" fill="#1f4f8a"/></svg>',
  ),
}

/** A logo is changed in no more actions than this: an action is a press, a file, or something that is typed. */
const most = 3

// The browser complains of the scripts that the harness itself puts into every frame; pages there have no script.
test.beforeEach(({ complaints }) => complaints.expect(/Blocked script execution in/))

inEveryWay(() => {
  test('a logo and a colour are on the sign-in page as soon as they are published, and gone when that is undone @branding-20', async ({
    consolePage,
    visitor: { hands },
    newProject,
  }) => {
    const shop = await newProject('Northwind')
    const signIn = async () => (await askProject(`${shop.origin}/login`)).text
    // From the overview: the page, the file, the button.
    const task = [
      () => hands.press(consolePage.getByRole('link', { name: 'Branding' })),
      () => hands.attach(consolePage.getByLabel('Logo', { exact: true }), logo),
      () => hands.press(consolePage.getByRole('button', { name: 'Publish', exact: true })),
    ]
    expect(task.length).toBeLessThanOrEqual(most)
    await consolePage.goto(shop.root)
    for (const act of task) await act()
    await expect(consolePage.getByTestId('notice')).toContainText('People see it now')
    const [path = ''] = /\/brand\/[\w-]{16}\.svg/.exec(await signIn()) ?? []
    const picture = await askProject(`${shop.origin}${path}`)
    expect(picture.text).toBe(logo.buffer.toString())
    expect(picture.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })

    await hands.fill(consolePage.getByLabel('Accent', { exact: true }), '#1f4f8a')
    await hands.press(consolePage.getByRole('button', { name: 'Publish', exact: true }))
    // Waits for the page after publishing: Undo acts on the version that it shows as live.
    await expect(
      consolePage.getByRole('region', { name: 'History' }).getByText('Accent', { exact: true }),
    ).toBeVisible()
    await expect.poll(signIn).toContain('--accent:#1f4f8a')
    await hands.press(consolePage.getByRole('button', { name: 'Undo' }))
    await expect(consolePage.getByTestId('notice')).toContainText('Restored')
    const undone = await signIn()
    expect(undone).not.toContain('--accent:#1f4f8a')
    expect(undone).toContain(path)
  })
})

inWays(['noScript'], () => {
  test('texts of pages and mails are drafted, refused, published and reset @branding-23', async ({
    consolePage,
    newProject,
  }) => {
    const shop = await newProject('Plain')
    const publish = consolePage.getByRole('button', { name: 'Publish', exact: true })
    const keep = consolePage.getByRole('button', { name: 'Save draft' })
    const draft = consolePage.getByRole('group', { name: 'Draft' })
    const notice = consolePage.getByTestId('notice')
    const inGerman = async () => {
      await consolePage.getByLabel('Language of the texts').selectOption({ label: 'Deutsch' })
      await consolePage.getByRole('button', { name: 'Show' }).click()
    }
    const signIn = async () => (await askProject(`${shop.origin}/login?ui_locales=de`)).text

    await consolePage.goto(`${shop.root}/branding`)
    await inGerman()
    await consolePage.getByLabel('Sign-in: title').fill('Schön, Sie zu sehen')
    await keep.click()
    await expect(draft).toContainText('Unpublished changes')
    await expect(consolePage.getByLabel('Sign-in: title')).toHaveValue('Schön, Sie zu sehen')
    expect(await signIn()).not.toContain('Schön, Sie zu sehen')
    await publish.click()
    await expect(notice).toContainText('People see it now')
    await expect.poll(signIn).toContain('Schön, Sie zu sehen')

    await consolePage.goto(`${shop.root}/mails`)
    await consolePage.getByRole('link', { name: 'Sign-in code' }).click()
    await inGerman()
    const text = consolePage.getByLabel('Text', { exact: true })
    await text.fill('Guten Tag bei {{brand}}')
    await publish.click()
    await expect(consolePage.getByTestId('refused')).toBeVisible()
    await expect(consolePage.getByText(/lacks \{\{code\}\}/).first()).toBeVisible()
    await expect(text).toHaveValue('Guten Tag bei {{brand}}')
    await text.fill('Guten Tag, Ihr Code:\n\n{{code}}')
    await keep.click()
    await expect(consolePage.getByTestId('mail-text')).toContainText('Guten Tag, Ihr Code:')
    await publish.click()
    await expect(notice).toContainText('People see it now')
    await consolePage.getByRole('button', { name: 'Reset to the built-in text' }).click()
    await expect(text).not.toHaveValue(/Guten Tag, Ihr Code/)
    await expect(draft).toContainText('Unpublished changes')
    await consolePage.getByRole('button', { name: 'Discard' }).click()
    await expect(notice).toContainText('discarded')
    await expect(text).toHaveValue(/Guten Tag, Ihr Code/)
  })
})

inWays(['noScript'], () => {
  test('what is typed beside the draft of another operator stays in the form @branding-25', async ({
    consolePage: page,
    visitor: { hands },
    newProject,
    complaints,
  }) => {
    complaints.expect(/the server responded with a status of 409/)
    const shop = await newProject('Two Drafts')
    const draftOf = async (part: string, document: unknown) =>
      shop.call('PUT', `/branding/${part}/draft`, { document, version: null })
    const publish = page.getByRole('button', { name: 'Publish', exact: true })

    await page.goto(`${shop.root}/branding`)
    await hands.fill(page.getByLabel('Sign-in: title'), 'Welcome aboard')
    await draftOf('brand', { name: 'Another' })
    await hands.press(publish)
    await expect(page.getByTestId('stale')).toBeVisible()
    await expect(page.getByLabel('Sign-in: title')).toHaveValue('Welcome aboard')

    await page.goto(`${shop.root}/mails/login_code_valid`)
    await hands.fill(page.getByLabel('Subject'), 'Aboard: {{code}}')
    await draftOf('mails', { recovery_code_valid: { en: { subject: 'Another: {{code}}' } } })
    await hands.press(publish)
    await expect(page.getByTestId('stale')).toBeVisible()
    await expect(page.getByLabel('Subject')).toHaveValue('Aboard: {{code}}')
  })
})

test('a draft is seen in the preview alone, reports unreadable colours, and can be discarded @branding-21', async ({
  consolePage,
  newProject,
}) => {
  const shop = await newProject('Drafts')
  await consolePage.goto(`${shop.root}/branding`)
  const frame = consolePage.frameLocator('iframe')
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Sign in')
  await expectAccessible(consolePage, { except: 'iframe' })
  await expectFits(consolePage)
  await consolePage.getByLabel('Sign-in: title').fill('Welcome aboard')
  await consolePage.getByRole('radio', { name: 'Card' }).check()
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Welcome aboard')
  await expect(consolePage.getByRole('group', { name: 'Draft' })).toContainText('Unpublished changes')
  expect((await askProject(`${shop.origin}/login`)).text).not.toContain('Welcome aboard')

  await consolePage.getByLabel('Accent', { exact: true }).fill('#e9d36b')
  await expect(consolePage.getByText(/hard to read/)).toBeVisible()
  await consolePage.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(consolePage.getByTestId('refused')).toContainText('tokens.accent.light')
  await expectAccessible(consolePage, { except: 'iframe' })
  await consolePage.getByRole('button', { name: /^Use #/ }).click()
  await expect(consolePage.getByText(/hard to read/)).toHaveCount(0)
  await consolePage.getByRole('link', { name: 'Code' }).click()
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Enter your code')
  await consolePage.getByRole('button', { name: 'Discard' }).click()
  await expect(consolePage.getByTestId('notice')).toContainText('discarded')
  await expect(consolePage.getByRole('group', { name: 'Draft' })).toHaveCount(0)
})

test('a text of a mail that is typed before script has come is kept as a draft @branding-24', async ({
  consolePage,
  newProject,
}) => {
  const shop = await newProject('Post')
  const hasCome = Promise.withResolvers<void>()
  await consolePage.route(/\/assets\/.*\.js/, (route) => hasCome.promise.then(() => route.continue()))
  await consolePage.goto(`${shop.root}/mails/login_code_valid?language=de`, { waitUntil: 'commit' })
  await consolePage.getByLabel('Text', { exact: true }).fill('Guten Tag')
  hasCome.resolve()
  await expect(consolePage.getByText(/lacks \{\{code\}\}/)).toBeVisible()
  await consolePage.reload()
  await expect(consolePage.getByLabel('Text', { exact: true })).toHaveValue('Guten Tag')
})

test('a mail that was changed in German says so in the mail that is sent @branding-22', async ({
  consolePage,
  newProject,
}) => {
  const mailbox = await startMailbox()
  try {
    const shop = await newProject('Post')
    const path = '/services/identity/config/courier'
    const courier = { smtp: { connection_uri: mailbox.uri, from_address: 'post@northwind.example' } }
    await shop.call('PATCH', '', [{ op: 'add', path, value: courier }])
    await consolePage.goto(`${shop.root}/mails`)
    await expectAccessible(consolePage)
    await expectFits(consolePage)
    await consolePage.getByRole('link', { name: 'Sign-in code' }).click()
    await consolePage.getByLabel('Language of the texts').selectOption({ label: 'Deutsch' })
    await expect(consolePage.getByLabel('Subject')).toHaveValue('{{code}} ist Ihr Code zum Anmelden')
    await consolePage.getByLabel('Text', { exact: true }).fill('Guten Tag bei <b>{{brand}}</b>')
    await expect(consolePage.getByText(/lacks \{\{code\}\}/)).toBeVisible()
    await expectAccessible(consolePage, { except: 'iframe' })
    await consolePage
      .getByLabel('Text', { exact: true })
      .fill('Guten Tag, hier ist Ihr Code:\n\n{{code}}\n\nIhr {{brand}}')
    await consolePage.getByLabel('Subject').fill('Guten Tag: {{code}}')
    await expect(consolePage.getByTestId('mail-subject')).toHaveText('Guten Tag: 123456')
    await expect(consolePage.getByTestId('mail-text')).toContainText('Guten Tag, hier ist Ihr Code:')
    await consolePage.getByRole('button', { name: 'Send test email' }).click()
    await expect(consolePage.getByTestId('notice')).toContainText('on its way')
    await expect.poll(() => mailbox.all().map(({ subject }) => subject)).toEqual(['Guten Tag: 123456'])
    await consolePage.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(consolePage.getByTestId('notice')).toContainText('People see it now')
    const to = 'ada@example.org'
    const people = { schema_id: 'person', traits: { email: to } }
    await shop.call('POST', '/admin/identities', people)
    const flow: { readonly id: string } = JSON.parse(
      (await askProject(`${shop.origin}/self-service/login/api?ui_locales=de`)).text,
    )
    await askProject(`${shop.origin}/self-service/login?flow=${flow.id}`, { method: 'code', identifier: to })
    const mail = await mailbox.next({ to })
    expect(mail.subject).toMatch(/^Guten Tag: \d{6}$/)
    expect(mail.html).toContain('Guten Tag, hier ist Ihr Code:')
    expect(mail.text).toContain('Ihr Post')
  } finally {
    await mailbox.close()
  }
})
