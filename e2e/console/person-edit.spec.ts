import { newPerson } from '../service/people.ts'
import { inEveryWay, withAndWithoutScript } from '../ways.ts'
import { expect, test } from './fixtures.ts'

inEveryWay(() => {
  test('a trait and metadata are changed on the page that shows them @person-edit-1', async ({
    consolePage,
    visitor,
    home,
  }) => {
    const { hands, scripted } = visitor
    const ada = newPerson('ada')
    const id = await home.account(ada, { traits: { email: ada.email, name: { first: 'Ada', last: 'Byron' } } })
    const stored = () => home.call('GET', `/admin/identities/${id}`)
    await consolePage.goto(`${home.root}/people/${id}`)
    const edit = (label: string) => consolePage.getByRole('link', { name: `Edit ${label}`, exact: true })
    const field = (label: string) => consolePage.getByRole('textbox', { name: label })
    const save = consolePage.getByRole('button', { name: 'Save' })

    await hands.press(edit('Last name'))
    await expect(field('Last name')).toBeFocused()
    await expect(consolePage.getByRole('textbox')).toHaveCount(1)
    await hands.fill(field('Last name'), 'Lovelace')
    await hands.press(save)
    await expect(consolePage.getByTestId('notice')).toContainText('Changes saved.')
    await expect(consolePage.getByRole('heading', { level: 1 })).toHaveText('Ada Lovelace')
    await expect(consolePage).toHaveURL(`${home.root}/people/${id}`)
    if (scripted) await expect(edit('Last name')).toBeFocused()
    expect(await stored()).toMatchObject({ traits: { email: ada.email, name: { first: 'Ada', last: 'Lovelace' } } })

    await hands.press(edit('Email'))
    await hands.fill(field('Email'), 'no address')
    await hands.press(save)
    await expect(consolePage.getByTestId('error-summary')).toContainText('Enter an email address')
    await expect(field('Email')).toHaveValue('no address')
    await hands.press(consolePage.getByRole('link', { name: 'Cancel' }))
    await expect(consolePage.getByRole('textbox')).toHaveCount(0)

    await hands.press(edit('Metadata for administrators'))
    await hands.fill(field('Metadata for administrators'), '{ "plan": "gold" }')
    await hands.press(save)
    await expect(consolePage.getByRole('group', { name: 'Metadata for administrators' })).toContainText('gold')
    expect(await stored()).toMatchObject({ traits: { email: ada.email }, metadata_admin: { plan: 'gold' } })

    await hands.press(edit('Metadata for administrators'))
    await hands.fill(field('Metadata for administrators'), '{ "plan": "silver" }')
    const meanwhile = [{ op: 'add', path: '/metadata_admin', value: { plan: 'bronze' } }]
    await home.call('PATCH', `/admin/identities/${id}`, meanwhile)
    await hands.press(save)
    await expect(consolePage.getByTestId('error-summary')).toContainText(
      'Someone else saved changes after you opened this form',
    )
    await expect(field('Metadata for administrators')).toHaveValue('{ "plan": "silver" }')
    expect(await stored()).toMatchObject({ metadata_admin: { plan: 'bronze' } })
    await hands.press(consolePage.getByRole('link', { name: 'Cancel' }))
    await expect(consolePage.getByRole('textbox')).toHaveCount(0)

    if (!scripted) return
    await hands.press(edit('First name'))
    await expect(field('First name')).toBeFocused()
    await hands.press(edit('Last name'))
    await expect(field('Last name')).toBeFocused()
    await consolePage.keyboard.press('Escape')
    await expect(edit('Last name')).toBeFocused()
  })
})

test('an open form replaces nothing that was saved while its page was loaded again @person-edit-10', async ({
  consolePage,
  home,
}) => {
  const ada = newPerson('ada')
  const id = await home.account(ada, { traits: { email: ada.email, name: { first: 'Ada', last: 'Byron' } } })
  await consolePage.goto(`${home.root}/people/${id}`)
  await consolePage.getByRole('link', { name: 'Edit Last name', exact: true }).click()
  const field = consolePage.getByRole('textbox', { name: 'Last name' })
  await field.fill('Lovelace')
  await home.call('PATCH', `/admin/identities/${id}`, [{ op: 'replace', path: '/traits/name/last', value: 'King' }])
  await consolePage.getByRole('link', { name: 'Sign out everywhere' }).click()
  await consolePage.getByRole('alertdialog').getByRole('link', { name: 'Cancel' }).click()
  await consolePage.getByRole('button', { name: 'Save' }).click()
  await expect(consolePage.getByTestId('error-summary')).toContainText('Someone else saved changes')
  await expect(consolePage.getByTestId('saved-meanwhile')).toContainText('King')
  await expect(field).toHaveValue('Lovelace')
  // The question loads the page once more; the message and the input stay.
  await consolePage.getByRole('link', { name: 'Sign out everywhere' }).click()
  await consolePage.getByRole('alertdialog').getByRole('link', { name: 'Cancel' }).click()
  await expect(consolePage.getByTestId('saved-meanwhile')).toContainText('King')
  await consolePage.getByRole('button', { name: 'Save' }).click()
  await expect(consolePage.getByRole('heading', { level: 1 })).toHaveText('Ada Lovelace')
})

inEveryWay(() => {
  test('a stale form has the state and the values that someone else saved, and then saves the rest @person-edit-12', async ({
    consolePage,
    visitor: { hands },
    home,
  }) => {
    const ada = newPerson('ada')
    const id = await home.account(ada, { traits: { email: ada.email, name: { first: 'Ada', last: 'Byron' } } })
    await consolePage.goto(`${home.root}/people/${id}/edit`)
    const first = consolePage.getByRole('textbox', { name: 'First name' })
    const save = consolePage.getByRole('button', { name: 'Save' })
    const last = consolePage.getByRole('textbox', { name: 'Last name' })
    const metadata = consolePage.getByRole('textbox', { name: 'Metadata for administrators' })
    await hands.fill(first, 'Augusta')
    // Typed, and taken back.
    await hands.fill(last, 'Lovelace')
    await hands.fill(last, 'Byron')
    await home.call('PATCH', `/admin/identities/${id}`, [
      { op: 'replace', path: '/state', value: 'inactive' },
      { op: 'add', path: '/metadata_admin', value: { plan: 'gold' } },
      { op: 'replace', path: '/traits/name/last', value: 'King' },
    ])
    await hands.press(save)
    await expect(consolePage.getByTestId('error-summary')).toContainText('Someone else saved changes')
    await expect(consolePage.locator('#saved-meanwhile')).toContainText('King')
    await expect(consolePage.locator('#saved-meanwhile')).toContainText('Suspended')
    await expect(consolePage.getByLabel('State')).toHaveValue('inactive')
    await expect(consolePage.locator('#saved-meanwhile')).not.toContainText('one_time')
    await expect(last).toHaveValue('King')
    await expect(metadata).toHaveValue(/gold/)
    await expect(first).toHaveValue('Augusta')
    await hands.press(save)
    await expect(consolePage.getByRole('heading', { level: 1 })).toHaveText('Augusta King')
    expect(await home.call('GET', `/admin/identities/${id}`)).toMatchObject({
      state: 'inactive',
      metadata_admin: { plan: 'gold' },
    })
  })
})

test('a form that was not answered keeps what was typed @form-unanswered-1', async ({
  consolePage,
  home,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED|Failed to fetch|the server responded with a status of 503/)
  const id = await home.account(newPerson('ada'))
  await consolePage.goto(`${home.root}/people/${id}/edit`)
  const field = consolePage.getByRole('textbox', { name: 'First name' })
  const save = consolePage.getByRole('button', { name: 'Save' })
  const summary = consolePage.getByTestId('error-summary')
  const metadata = consolePage.getByRole('textbox', { name: 'Metadata for administrators' })
  await metadata.fill('{')
  await save.click()
  await expect(summary).toContainText('not valid JSON')
  await metadata.fill('{ "plan": "gold" }')
  await field.fill('Ada')
  await consolePage.context().setOffline(true)
  await save.click()
  await expect(summary).toContainText('it is not known whether this was saved')
  await expect(summary).toBeFocused()
  await expect(field).toHaveValue('Ada')
  await expect(metadata).toHaveValue('{ "plan": "gold" }')
  await consolePage.context().setOffline(false)
  await consolePage.route(/\/edit\.data/, (route) => route.fulfill({ status: 503, body: 'busy' }), { times: 1 })
  await save.click()
  await expect(summary).toContainText('it is not known whether this was saved')
  await expect(field).toHaveValue('Ada')
  await save.click()
  await expect(consolePage.getByTestId('notice')).toContainText('Changes saved.')
})

/** Accounts with a date, which a browser sends as empty while a part of it is missing. */
const withBirthday = {
  type: 'object',
  properties: {
    traits: {
      type: 'object',
      properties: {
        email: {
          type: 'string',
          format: 'email',
          title: 'Email',
          'ory.sh/kratos': { credentials: { password: { identifier: true } } },
        },
        born: { type: 'string', format: 'date', title: 'Birthday' },
      },
    },
  },
}

withAndWithoutScript(() => {
  test('a half-typed date does not delete the stored one, in the console and in the settings @half-typed-1', async ({
    consolePage,
    newProject,
  }) => {
    const shop = await newProject('Dates')
    const url = `base64://${Buffer.from(JSON.stringify(withBirthday)).toString('base64')}`
    const value = { default_schema_id: 'person', schemas: [{ id: 'person', url }] }
    await shop.call('PATCH', '', [{ op: 'add', path: '/services/identity/config/identity', value }])
    const ada = newPerson('ada')
    const traits = { email: ada.email, born: '1815-12-10' }
    const id = await shop.account(ada, { traits })
    const birthday = consolePage.locator('input[type=date]')
    const takeAPartAway = async () => {
      await birthday.focus()
      await birthday.press('Backspace')
      expect(await birthday.evaluate((input) => input instanceof HTMLInputElement && input.validity.badInput)).toBe(
        true,
      )
    }
    const staysAsItIs = async () => {
      await expect(birthday).toBeVisible()
      expect(await shop.call('GET', `/admin/identities/${id}`)).toMatchObject({ traits })
    }
    for (const path of [`people/${id}/edit`, `people/${id}?edit=traits.born`]) {
      await consolePage.goto(`${shop.root}/${path}`)
      await takeAPartAway()
      await consolePage.getByRole('button', { name: 'Save' }).click()
      await staysAsItIs()
    }
    await consolePage.goto(`${shop.origin}/login`)
    await consolePage.getByLabel('Email').fill(ada.email)
    await consolePage.getByLabel('Password', { exact: true }).fill(ada.password)
    await consolePage.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(consolePage).not.toHaveURL(/login/)
    await consolePage.goto(`${shop.origin}/settings?section=profile`)
    await takeAPartAway()
    await consolePage.getByRole('button', { name: 'Save' }).first().click()
    await staysAsItIs()
  })
})
