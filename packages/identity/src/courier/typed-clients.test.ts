import { courierTemplateTypes, templateNameOf, type CourierMessage } from '@gatehouse/contract/identities'
import { expect, onTestFinished, test } from 'vitest'

import { haveSentEveryKind } from './typed-clients.fixture.ts'
import { noticeTemplates } from './templates.ts'

test('every kind of message is listed as one that typed clients know, with its own name beside @typed-messages-1', async () => {
  const { harness, names } = await haveSentEveryKind()
  onTestFinished(() => harness.stop())
  const listed: readonly CourierMessage[] = (await harness.admin('GET', '/courier/messages')).body
  expect(listed.map((message) => templateNameOf(message)).toSorted()).toEqual(names.toSorted())
  for (const message of listed) {
    expect(courierTemplateTypes).toContain(message.template_type)
    const isOwn = message.template_name !== undefined
    expect([message.template_type === 'stub', message]).toEqual([isOwn, message])
    const { body } = await harness.admin('GET', `/courier/messages/${message.id}`)
    expect([body.template_type, body.template_name]).toEqual([message.template_type, message.template_name])
  }
  const own = listed.flatMap(({ template_name: name }) => name ?? [])
  expect(own.toSorted()).toEqual([...noticeTemplates, 'operator_invitation'].toSorted())
})
