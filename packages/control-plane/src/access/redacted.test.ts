import { expect, test } from 'vitest'

import { createTestControlPlane } from '../service.fixture.ts'

const message = {
  id: '2f1d7c9e-3c31-4f57-8d25-7f0b4e1f0a11',
  recipient: 'ada@example.org',
  subject: '123456',
  body: 'Code 123456',
}

test('a list that is asked for without its secrets has none, and leaves no line in the audit log', async () => {
  const plane = await createTestControlPlane(undefined, { admin: async () => Response.json([message]) })
  const project = `/projects/${plane.projectId}`
  const { id } = (await plane.call('POST', `${project}/organizations`, { label: 'Acme' })).body
  const links = `${project}/organizations/${id}/onboarding-portal-links`
  const made = (await plane.call('POST', links, { enable_sso: true, enable_scim: true })).body
  const lines = async () => (await plane.call('GET', `${project}/audit`)).body.entries.length
  const before = await lines()

  const redacted = (await plane.call('GET', `${links}?redacted=true`)).body.links
  const { value: secret, ...rest } = made
  expect(redacted).toEqual([rest])
  const messages = (await plane.call('GET', `${project}/admin/courier/messages?redacted=true`)).body
  expect(JSON.stringify(messages)).not.toContain('123456')
  expect(messages).toMatchObject([{ recipient: 'ada@example.org' }])
  expect(await lines()).toBe(before)

  // A list with secrets leaves its line in the log, as before.
  expect((await plane.call('GET', links)).body.links).toMatchObject([{ value: secret }])
  const whole = await plane.call('GET', `${project}/admin/courier/messages`)
  expect(JSON.stringify(whole.body)).toContain('123456')
  expect(await lines()).toBe(before + 2)
})
