import { inWays } from '../ways.ts'
import { expect, test } from './fixtures.ts'

const mapper = "local claims = std.extVar('claims');\n{ identity: { traits: { email: claims.email } } }"

inWays(['script', 'keyboard'], () => {
  test('Google is added with the two values that it gives @providers-1', async ({
    consolePage,
    visitor: { hands },
    newProject,
  }) => {
    const shop = await newProject('Shop')
    await consolePage.goto(`${shop.root}/configuration/providers/new`)
    await hands.press(consolePage.getByRole('link', { name: 'Google', exact: true }))
    await expect(consolePage.getByRole('heading', { name: 'Add Google' })).toBeVisible()
    const callback = `${shop.origin}/self-service/methods/oidc/callback/google`
    await expect(consolePage.getByLabel('Callback address')).toHaveValue(callback)
    const form = consolePage.locator('form[data-intent=review]')
    const asked = form.locator('input:not([readonly]):visible, textarea:visible, select:visible')
    await expect(asked).toHaveCount(2)
    await hands.fill(consolePage.getByLabel('Client id', { exact: true }), 'shop.apps.example.org')
    await hands.fill(consolePage.getByLabel('Client secret', { exact: true }), 'hush')
    await hands.press(consolePage.getByRole('button', { name: 'Review changes' }))
    await hands.press(consolePage.getByRole('button', { name: 'Save', exact: true }))
    await expect(consolePage.getByTestId('notice')).toContainText('configuration is live')
    await expect(consolePage.getByRole('row', { name: /Google/ })).toBeVisible()
    await consolePage.goto(`${shop.origin}/login`)
    await expect(consolePage.getByRole('button', { name: /Google/ })).toBeVisible()
  })
})

inWays(['script'], () => {
  test('a form that is refused keeps the typed values, and opens the faulty part @providers-2', async ({
    consolePage,
    visitor: { hands },
    newProject,
  }) => {
    const shop = await newProject('Shop')
    await consolePage.goto(`${shop.root}/configuration/providers/new/google`)
    await hands.fill(consolePage.getByLabel('Client id', { exact: true }), 'shop')
    await hands.press(consolePage.getByText('More options'))
    await hands.fill(consolePage.getByLabel('Id', { exact: true }), 'a b')
    await hands.fill(consolePage.getByLabel('Claims mapper', { exact: true }), mapper)
    await hands.press(consolePage.getByRole('button', { name: 'Review changes' }))
    await expect(consolePage.getByLabel('Client secret', { exact: true })).toHaveAccessibleDescription(
      /Enter this value/,
    )
    await expect(consolePage.getByLabel('Client id', { exact: true })).toHaveValue('shop')
    await expect(consolePage.getByLabel('Id', { exact: true })).toHaveValue('a b')
    await expect(consolePage.getByLabel('Claims mapper', { exact: true })).toHaveValue(mapper)
  })

  test('a mapper is written and read as Jsonnet, and another provider cannot take its id @providers-3', async ({
    consolePage,
    visitor: { hands },
    newProject,
  }) => {
    const shop = await newProject('Shop')
    const label = (name: string) => consolePage.getByLabel(name, { exact: true })
    await consolePage.goto(`${shop.root}/configuration/providers/new/microsoft`)
    await hands.fill(label('Tenant'), 'common')
    await hands.fill(label('Client id'), 'shop')
    await hands.fill(label('Client secret'), 'hush')
    await hands.press(consolePage.getByText('More options'))
    await hands.fill(label('Claims mapper'), mapper)
    await hands.press(consolePage.getByRole('button', { name: 'Review changes' }))
    await hands.press(consolePage.getByRole('button', { name: 'Save', exact: true }))
    await expect(consolePage.getByTestId('notice')).toContainText('configuration is live')
    await hands.press(consolePage.getByRole('link', { name: 'Microsoft Entra ID' }))
    await expect(label('Tenant')).toHaveValue('common')
    await expect(label('Client secret')).toHaveAccessibleDescription(/Leave this empty to keep it/)
    await hands.press(consolePage.getByText('More options'))
    await expect(label('Claims mapper')).toHaveValue(mapper)
    // Nothing that the form shows has changed, and so nothing changes.
    await hands.press(consolePage.getByRole('button', { name: 'Review changes' }))
    await expect(consolePage.getByText('There are no differences.')).toBeVisible()

    await consolePage.goto(`${shop.root}/configuration/providers/new/microsoft`)
    await hands.press(consolePage.getByText('More options'))
    await expect(label('Id')).toHaveValue('microsoft-2')
    await hands.fill(label('Id'), 'microsoft')
    await hands.press(consolePage.getByRole('button', { name: 'Review changes' }))
    await expect(label('Id')).toHaveAccessibleDescription(/Another provider has this id/)
  })

  test('a provider whose configuration is refused keeps the typed values, and says that secrets are not kept @providers-4', async ({
    consolePage,
    visitor: { hands },
    newProject,
  }) => {
    const shop = await newProject('Shop')
    const label = (name: string) => consolePage.getByLabel(name, { exact: true })
    await consolePage.goto(`${shop.root}/configuration/providers/new/microsoft`)
    await hands.fill(label('Tenant'), 'our tenant')
    await hands.fill(label('Client id'), 'shop')
    await hands.fill(label('Client secret'), 'hush')
    await hands.press(consolePage.getByText('More options'))
    await hands.fill(label('Claims mapper'), mapper)
    await hands.press(consolePage.getByRole('button', { name: 'Review changes' }))
    await hands.press(consolePage.getByRole('button', { name: 'Save', exact: true }))
    await expect(consolePage.getByTestId('error-summary')).toBeVisible()
    await expect(label('Tenant')).toHaveAccessibleDescription(/is no tenant/)
    await expect(label('Tenant')).toHaveValue('our tenant')
    await expect(label('Client id')).toHaveValue('shop')
    await expect(label('Claims mapper')).toHaveValue(mapper)
    await expect(label('Client secret')).toHaveAccessibleDescription(/Secrets are not kept/)
  })
})
