import { expect, test } from 'vitest'
import { settings } from './settings.ts'
import { renderSettingsTable } from './settings-table.ts'

test('the table names every variable and every key', () => {
  const table = renderSettingsTable()
  for (const setting of Object.values(settings)) for (const name of setting.env) expect(table).toContain(`\`${name}\``)
  expect(table).toContain('`GATEHOUSE_ADMIN_KEY_FILE`')
  expect(table.split('\n')).toHaveLength(Object.keys(settings).length + 3)
})
