import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { settingStates } from './setting-states.server.ts'
import { SettingsForm } from './settings-form.tsx'

test('a mail server that is missing is said once, in its section, and not beside every setting @settings-form-1', () => {
  const needs = {
    'selfservice.flows.recovery.enabled': { value: true, origin: 'default' as const },
    'selfservice.flows.verification.enabled': { value: true, origin: 'default' as const },
  }
  const states = settingStates({}, needs, 0)
  expect(states.filter(({ lacks }) => lacks === 'mail_server').length).toBeGreaterThan(1)
  const Page = createRoutesStub([
    { path: '/', Component: () => <SettingsForm revision="1" states={states} mayChange /> },
  ])
  const html = renderToStaticMarkup(<Page />)
  expect(html.split('data-kind="warning"')).toHaveLength(2)
  const [, section = ''] = html.split(' id="mail"')
  expect(section).toContain('data-kind="warning"')
})
