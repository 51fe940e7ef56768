import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { applicationsState } from '../../configuration/applications.server.ts'
import type { EffectiveConfig } from '../../configuration/effective.server.ts'
import { ApplicationsForm } from './applications-form.tsx'

type Origin = 'file' | 'project'

function formWith(origin: Origin): string {
  const applications: EffectiveConfig['applications'] = {
    return_urls: [{ value: 'https://shop.example/', origin }],
    cors_origins: [],
    session_tokens: [],
  }
  const config = { selfservice: { allowed_return_urls: ['https://shop.example/'] } }
  const state = applicationsState({ config, corsOrigins: [], revision: '1' }, { settings: {}, applications })
  const Page = createRoutesStub([
    {
      path: '/',
      Component: () => <ApplicationsForm revision="1" before="" asksForHost={false} state={state} mayChange />,
    },
  ])
  return renderToStaticMarkup(<Page />)
}

// The form saves every field in it: an empty list would be written over that of the file, and all else refused with it.
test.each([
  ['file', ['cors_origins']],
  ['project', ['return_urls', 'cors_origins']],
] as const)('return addresses of the %s: the form changes %j @applications-form-1', (origin, lists) => {
  const html = formWith(origin)
  expect(html).toContain('https://shop.example/')
  const fields = Array.from(html.matchAll(/<textarea[^>]* name="([^"]+)"/g), ([, name]) => name)
  expect(fields).toEqual(lists)
})
