import { afterEach, expect, test } from 'vitest'
import { type ConsoleHarness, isBuilt, openConsoleHarness } from './console.fixture.ts'

let harness: ConsoleHarness
afterEach(() => harness.gateway.stop())

test.skipIf(!isBuilt)('the history of a configuration names people and keys, and still has their ids', async () => {
  harness = await openConsoleHarness()
  const { email, id } = await harness.member('ada', 'owner')
  const [project] = (await harness.control('GET', '/projects')).body
  const path = `/projects/${project.id}`
  const { value } = (
    await harness.control('POST', `/workspaces/${harness.workspace.id}/tokens`, { name: 'Deploy <b>' })
  ).body
  const changed = await harness.control('PATCH', path, [{ op: 'replace', path: '/name', value: 'By a key' }], value)
  expect(changed.status).toBe(200)
  const browser = harness.browser()
  await browser.signIn(email)
  const root = `/w/${harness.workspace.slug}/p/${project.slug}`
  const settings = await browser.open(`${root}/settings`)
  const revision = /name="revision" value="([^"]*)"/.exec(settings.html)?.[1] ?? ''
  await browser.post(`${root}/settings`, { intent: 'rename', revision, name: 'By a person', environment: 'dev' })

  const history = await browser.open(`${root}/configuration/revisions`)
  expect(history.html).toContain(`<bdi>${email}</bdi>`)
  expect(history.html).toContain('Deploy &lt;b&gt; (API key)')
  expect(history.html).toContain('This installation, when it started')
  expect(history.html).not.toContain(id)

  const newest = /configuration\/revisions\/([0-9a-f-]{36})"/.exec(history.html)?.[1] ?? ''
  const one = await browser.open(`${root}/configuration/revisions/${newest}`)
  expect(one.html).toContain(`<bdi>${email}</bdi>`)
  expect(one.html).toContain(`<code dir="ltr">${id}</code>`)
  expect(one.html).toContain(`<code dir="ltr">${newest}</code>`)
})
