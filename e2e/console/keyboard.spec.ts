import { createReceiver } from '@gatehouse/testing/receivers'
import { startOpenIdProvider } from '@gatehouse/testing/providers'
import { tabTo } from '../hands/keyboard.ts'
import { newPerson } from '../service/people.ts'
import { inWays } from '../ways.ts'
import { makeMember, session, whoami } from './accounts.ts'
import { expect, test } from './fixtures.ts'

inWays(['keyboard'], () => {
  test('a customer’s administrator connects their provider', async ({
    page,
    visitor: { hands },
    gateway,
    newProject,
  }) => {
    const shop = await newProject('Shop')
    const acme = await shop.call<{ id: string }>('POST', '/organizations', { label: 'Acme', domains: ['acme.example'] })
    const { value: token } = await shop.call<{ value: string }>(
      'POST',
      `/organizations/${acme.id}/onboarding-portal-links`,
      { enable_sso: true, enable_scim: false },
    )
    await page.goto(`${gateway.consoleOrigin}/onboarding/${token}`)
    const redirectUri = await page.getByLabel('Redirect address').inputValue()
    const clientSecret = 'the-secret-of-the-client-at-the-provider'
    const provider = await startOpenIdProvider([{ clientId: 'shop', clientSecret, redirectUris: [redirectUri] }])
    await hands.press(page.getByText('Google Workspace'))
    await hands.fill(page.getByLabel('Issuer', { exact: true }), provider.issuer)
    await hands.fill(page.getByLabel('Client id', { exact: true }), 'shop')
    await hands.fill(page.getByLabel('Client secret', { exact: true }), 'a secret that is another one')
    await hands.press(page.getByRole('button', { name: 'Check and save' }))
    await expect(page.getByRole('alert')).toContainText('does not accept client id and secret')
    await hands.fill(page.getByLabel('Client secret', { exact: true }), clientSecret)
    await hands.press(page.getByRole('button', { name: 'Check and save' }))
    await expect(page.getByTestId('connection-status')).toContainText('Connected')
    await hands.press(page.getByRole('button', { name: 'Check again' }))
    await expect(page.getByTestId('connection-status')).toContainText('It works.')
    await provider.stop()
  })

  test('an event stream is made, tried out, paused, resumed, and made to repeat', async ({
    consolePage,
    visitor: { hands },
    newProject,
  }) => {
    const shop = await newProject('Streams')
    const receiver = await createReceiver()
    const button = (name: string | RegExp) => consolePage.getByRole('button', { name })
    const notice = consolePage.getByTestId('notice')
    await consolePage.goto(`${shop.root}/streams`)
    await hands.press(consolePage.getByRole('link', { name: 'New event stream' }))
    await hands.fill(consolePage.getByLabel('Address'), receiver.url)
    await hands.press(button('Create event stream'))
    await expect(notice).toContainText('The event stream was created')
    await hands.press(button('Send a test event'))
    await expect(consolePage.getByTestId('tested')).toContainText('Delivered: the receiver')
    await hands.press(button('Pause'))
    await expect(notice).toContainText('Paused')
    await hands.press(button('Resume'))
    await expect(notice).toContainText('sent again')
    // Pausing it was an event.
    await tabTo(consolePage, consolePage.getByLabel('From'))
    await consolePage.keyboard.type('01012020')
    await consolePage.keyboard.press('ArrowRight')
    await consolePage.keyboard.type('1200AM')
    await hands.press(button('Count events'))
    await expect(consolePage.getByTestId('replay')).toContainText(/again: [1-9]/)
    await hands.press(button(/^Send them again/))
    await expect(notice).toContainText('being sent')
    await receiver.close()
  })

  test('people are imported: file, columns, check, start, report', async ({
    consolePage,
    visitor: { hands },
    home,
  }) => {
    const ada = newPerson('ada')
    const buffer = Buffer.from(`Mail,name.first\n${ada.email},Ada\nnot an address,Nobody\n`)
    await consolePage.goto(`${home.root}/people`)
    await hands.press(consolePage.getByRole('link', { name: 'Import' }))
    await hands.attach(consolePage.getByLabel('File', { exact: true }), {
      name: 'people.csv',
      mimeType: 'text/csv',
      buffer,
    })
    await hands.press(consolePage.getByRole('button', { name: 'Review' }))
    await hands.choose(consolePage.getByLabel('Mail'), 'Email')
    await hands.press(consolePage.getByRole('button', { name: 'Use this mapping' }))
    await expect(consolePage.getByTestId('import-check')).toHaveAttribute('data-fine', '1')
    await hands.fill(consolePage.getByLabel('Reason'), 'moved over')
    await hands.press(consolePage.getByRole('button', { name: 'Create 1 account' }))
    await expect(consolePage.getByTestId('job-state')).toHaveAttribute('data-state', 'done')
    await expect(consolePage.getByTestId('count-created')).toHaveText('1')
    const download = consolePage.waitForEvent('download')
    await hands.press(consolePage.getByRole('link', { name: 'Download rows that failed' }))
    expect((await download).suggestedFilename()).toBe('report.csv')
    await hands.press(consolePage.getByRole('link', { name: 'All jobs' }))
    await expect(consolePage.getByRole('row', { name: /Importing people/ }).first()).toContainText('Created: 1')
  })

  test('a person loses a second factor and their sessions, and gets a code', async ({
    consolePage,
    visitor: { hands },
    home,
  }) => {
    const ada = newPerson('ada')
    const totp_url =
      'otpauth://totp/Gatehouse:ada?algorithm=SHA1&digits=6&issuer=Gatehouse&period=30&secret=JBSWY3DPEHPK3PXP'
    const password = { config: { password: ada.password } }
    const id = await home.account(ada, { credentials: { password, totp: { config: { totp_url } } } })
    const tokens = [await session(home.origin, ada), await session(home.origin, ada), await session(home.origin, ada)]
    const alive = async () => {
      const answers = await Promise.all(tokens.map((token) => whoami(home.origin, token)))
      return answers.filter((status) => status === 200).length
    }
    const notice = consolePage.getByTestId('notice')
    const dialog = consolePage.getByRole('alertdialog')
    await consolePage.goto(`${home.root}/people/${id}/sign-in`)
    const factor = consolePage.locator('[data-part="row"]').filter({ hasText: 'Authenticator app' })
    await hands.press(factor.getByRole('link', { name: 'Remove' }))
    await hands.fill(dialog.getByLabel('Reason'), 'lost the phone')
    await hands.press(dialog.getByRole('button', { name: 'Remove' }))
    await expect(notice).toContainText('removed')
    await expect(factor).toHaveCount(0)

    const parts = consolePage.getByRole('navigation', { name: /^Parts of the account/ })
    await hands.press(parts.getByRole('link', { name: /^Sessions/ }))
    await hands.press(consolePage.locator('#sessions').getByRole('button', { name: 'Sign out', exact: true }).first())
    await expect(notice).toContainText('was ended')
    expect(await alive()).toBe(2)
    await hands.press(consolePage.getByRole('link', { name: 'Sign out everywhere' }))
    await hands.press(dialog.getByRole('button', { name: 'Sign out everywhere' }))
    await expect(notice).toContainText('were ended')
    expect(await alive()).toBe(0)

    await hands.press(consolePage.getByRole('link', { name: 'Code or link for recovery' }))
    const form = consolePage.getByRole('dialog').locator('form')
    // Links are switched off here.
    await expect(form.getByLabel('Method').getByRole('option')).toHaveText(['Code to enter on a page'])
    await hands.fill(form.getByLabel('Reason'), 'called us')
    await hands.press(form.getByRole('button', { name: 'Create' }))
    await expect(consolePage.getByTestId('recovered')).toContainText(/\d{6}/)
  })

  test('an owner invites a person, changes the role of another, and downloads the log', async ({
    consolePage,
    visitor: { hands },
    control,
    home,
    workspace,
  }) => {
    const [guest, colleague] = [newPerson('guest'), newPerson('colleague')]
    await makeMember(control, await home.account(colleague), 'viewer')
    const notice = consolePage.getByTestId('notice')
    await consolePage.goto(`${workspace}/members`)
    await hands.fill(consolePage.locator('#invite').getByLabel('Email'), guest.email)
    await hands.choose(consolePage.locator('#invite select[name=role]'), 'Viewer: read only')
    await hands.press(consolePage.getByRole('button', { name: 'Send invitation' }))
    await expect(consolePage.getByLabel('Invitation link')).toBeFocused()

    const row = consolePage.getByRole('row').filter({ hasText: colleague.email })
    await hands.press(row.locator('summary'))
    await hands.press(row.getByRole('link', { name: 'Change role' }))
    const dialog = consolePage.getByRole('alertdialog')
    await hands.choose(dialog.getByLabel('Role'), 'Developer: projects and people')
    await hands.press(dialog.getByRole('button', { name: 'Change role' }))
    await expect(notice).toContainText('was changed')
    await expect(row).toContainText('Developer')

    await hands.press(consolePage.getByRole('link', { name: 'Audit log' }).first())
    await hands.press(consolePage.locator('summary').filter({ hasText: /^What/ }))
    await hands.press(consolePage.getByRole('link', { name: 'setWorkspaceMember', exact: true }))
    await expect(consolePage.getByRole('row').nth(1)).toContainText(colleague.email)
    const download = consolePage.waitForEvent('download')
    await hands.press(consolePage.getByRole('link', { name: 'CSV' }))
    expect((await download).suggestedFilename()).toBe('audit.csv')
  })
})
