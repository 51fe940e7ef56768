import type { Locator, Page } from '@playwright/test'
import { inhabitOnce, pathsOf, type Inhabitants } from './every-page.ts'
import { expect, test } from './fixtures.ts'
import { neverRefused, refusedForms } from './forms.ts'

const fields = ':is(input, textarea, select):not([type=hidden], [type=file], [disabled], [readonly])'

const formOf = (page: Page, intent: string) =>
  page.locator(`main form[data-intent="${intent}"], dialog form[data-intent="${intent}"]`)

const addressOf = (path: string, inhabitants: Inhabitants) =>
  (path.startsWith('~') ? `/w/{workspace}${path.slice(1)}` : `/w/{workspace}/p/{project}${path}`).replace(
    /\{(\w+)\}/g,
    (_, name: string) => Object.entries(inhabitants).find(([key]) => key === name)?.[1] ?? name,
  )

/**
 * Fills in a form, with the named values for their fields. Returns the value of each field then, a secret being empty.
 */
async function fillIn(form: Locator, named: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  await form.locator(fields).evaluateAll((all, values) => {
    for (const field of all) {
      const name = field.getAttribute('name') ?? ''
      const said = values[name]
      if (field instanceof HTMLSelectElement) field.selectedIndex = field.options.length - 1
      else if (field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type)) {
        field.checked = field.type === 'radio' || !field.checked
      } else if (
        (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) &&
        !name.endsWith('.lifespan')
      ) {
        const typed = field.type === 'url' ? 'https://typed.example.org/in' : `${field.value}7`
        field.value = said ?? typed
      }
      if (said !== undefined && 'value' in field) field.value = said
    }
  }, named)
  return valuesIn(form, true)
}

/** Returns the values of a form's fields; `isBlind`: as if its secrets were empty. */
function valuesIn(form: Locator, isBlind = false): Promise<Record<string, string>> {
  return form.locator(fields).evaluateAll((all, blind) => {
    const entries = all.flatMap((field): readonly (readonly [string, string])[] => {
      const name = field.getAttribute('name') ?? ''
      if (field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type)) {
        return [[`${name}=${field.value}`, String(field.checked)]]
      }
      const isSecret =
        ['apple_private_key', 'jwks_url'].includes(name) ||
        (field instanceof HTMLInputElement && field.type === 'password')
      return 'value' in field ? [[name, isSecret && blind ? '' : String(field.value).trim()]] : []
    })
    return Object.fromEntries(entries)
  }, isBlind)
}

/** Expects a form as it was typed, with a message that has the focus; the form says that its secrets are gone. */
async function expectTyped(page: Page, intent: string, typed: Record<string, string>): Promise<void> {
  const form = formOf(page, intent)
  await expect
    .soft(page.locator('[data-testid=error-summary], [data-testid=nothing-saved], [data-testid=faults]'))
    .toBeFocused()
  // The message comes before the rest of the form. Asked from outside: waitForFunction waits for frames, of which a page
  // without script may draw none.
  await expect.poll(() => page.evaluate(() => document.readyState), { timeout: 20_000 }).toBe('complete')
  expect.soft(await valuesIn(form)).toEqual(typed)
  const secrets = await form.locator('[type=password], [name=apple_private_key], [name=jwks_url]').count()
  expect.soft(await form.getByText('Secrets are not kept in a refused form.').count()).toBe(secrets)
}

test('a form that is refused without script comes back as it was typed @no-js @forms-typed-1', async ({
  consolePage,
  gateway,
  control,
  newProject,
  complaints,
}) => {
  test.setTimeout(300_000)
  complaints.expect(/Blocked script execution in|the server responded with a status of 4/)
  consolePage.setDefaultTimeout(20_000)
  const inhabitants = await inhabitOnce(gateway, control, newProject)
  for (const { path, intent, refused } of refusedForms) {
    await test.step(`${path} ${intent}`, async () => {
      await consolePage.goto(addressOf(path, inhabitants))
      const form = formOf(consolePage, intent)
      // A form in a menu is shown by its button.
      await form.evaluate((one) => one.closest('details')?.setAttribute('open', ''))
      const typed = await fillIn(form, refused)
      await form.locator('[type=submit]').first().click()
      await expectTyped(consolePage, intent, typed)
    })
  }
})

test('every form with fields is in the table of those that come back @no-js @forms-typed-2', async ({
  consolePage,
  gateway,
  control,
  newProject,
  complaints,
}) => {
  test.setTimeout(300_000)
  complaints.expect(/Blocked script execution in|the server responded with a status of 4/)
  const known = new Set([...refusedForms.map(({ intent }) => intent), ...Object.keys(neverRefused)])
  const inhabitants = await inhabitOnce(gateway, control, newProject)
  const found: Record<string, readonly string[]> = {}
  for (const group of ['workspace', 'people', 'happenings', 'project'] as const) {
    for (const path of pathsOf(group, inhabitants)) {
      await consolePage.goto(path)
      const intents = await consolePage
        .locator(`:is(main, dialog) form[method=post]:has(${fields})`)
        .evaluateAll((forms) => forms.map((form) => form.getAttribute('data-intent') ?? ''))
      const unknown = intents.filter((intent) => !known.has(intent))
      if (unknown.length > 0) found[path] = [...new Set(unknown)]
    }
  }
  expect(found).toEqual({})
})

const lifespan = { 'session.lifespan': '2' }
const google = { client_id: 'northwind', id: 'google-too' }

for (const { path, intent, typed: named } of [
  { path: '/configuration', intent: 'settings', typed: lifespan },
  { path: '/configuration/providers/new/google', intent: 'review', typed: google },
  { path: '/configuration/text', intent: 'review', typed: { draft: 'session:\n  lifespan: 48h' } },
]) {
  test(`the way back from a review leads to the form as it was typed: ${path} @no-js @forms-typed-3`, async ({
    consolePage,
    newProject,
  }) => {
    const shop = await newProject('Back')
    await consolePage.goto(`${shop.root}${path}`)
    const typed = await fillIn(formOf(consolePage, intent), named)
    await formOf(consolePage, intent).locator('[type=submit]').first().click()
    await expect(consolePage.getByRole('heading', { name: 'Review changes' })).toBeVisible()
    await consolePage.getByRole('button', { name: 'Back without saving' }).click()
    await expectTyped(consolePage, intent, typed)
  })
}
