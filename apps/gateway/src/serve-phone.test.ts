import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { emailTrait, identityPart, phoneTrait, schemaOf } from '@gatehouse/testing/journeys'
import { freePorts, startIdentityService } from '@gatehouse/testing/processes'
import { createReceiver } from '@gatehouse/testing/receivers'
import { stringify } from 'yaml'
import { expect, onTestFinished, test } from 'vitest'

import { networkIdentityConfig } from './identity/network-identity.fixture.ts'

const phone = '+4915112345678'
const schema = schemaOf({ email: emailTrait('Email'), phone: phoneTrait('Phone', false) })

/** Runs a stand-alone service whose text messages go to a receiver, and an account with an unproved phone number. */
async function served() {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-phone-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const carrier = await createReceiver()
  onTestFinished(() => carrier.close())
  const [publicPort = 0, adminPort = 0] = await freePorts(2)
  const [publicUrl, adminUrl] = [`http://127.0.0.1:${publicPort}`, `http://127.0.0.1:${adminPort}`]
  const body = 'function(ctx) { to: ctx.recipient, text: ctx.body }'
  const auth = { type: 'api_key', config: { name: 'X-Carrier-Key', value: 'a-key-of-the-carrier', in: 'header' } }
  const channel = {
    id: 'sms',
    type: 'http',
    request_config: {
      url: carrier.url,
      method: 'POST',
      body: `base64://${Buffer.from(body).toString('base64')}`,
      auth,
    },
  }
  const config = networkIdentityConfig({ dsn: 'memory', origin: publicUrl, publicPort, adminPort })
  const configFile = join(folder, 'kratos.yml')
  writeFileSync(
    configFile,
    stringify({
      ...config,
      identity: identityPart('person', schema),
      selfservice: { ...config.selfservice, flows: { verification: { enabled: true, use: 'code' } } },
      courier: { channels: [channel] },
    }),
  )
  const environment = { DEV: undefined, GATEHOUSE_DATA: join(folder, 'data') }
  const service = await startIdentityService({ configFile, publicUrl, adminUrl, environment, dev: true })
  onTestFinished(async () => void (await service.stop()))
  return { publicUrl, adminUrl, carrier }
}

async function answerOf(url: string, body?: object) {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url, body && { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: answer.status, body: await answer.json() }
}

test('a phone number is proved with the code that a service of text messages was handed @serve-phone-1', async () => {
  const { publicUrl, adminUrl, carrier } = await served()
  const traits = { email: 'ada@example.org', phone }
  const { id } = (await answerOf(`${adminUrl}/admin/identities`, { schema_id: 'person', traits })).body
  const flow = (await answerOf(`${publicUrl}/self-service/verification/api`)).body
  const send = (fields: object) =>
    answerOf(`${publicUrl}/self-service/verification?flow=${flow.id}`, { method: 'code', ...fields })
  expect((await send({ email: '+49 151 12345678' })).body).toMatchObject({
    state: 'sent_email',
    ui: { messages: [{ id: 1080004 }] },
  })
  await expect.poll(() => carrier.received.length).toBe(1)
  const [message] = carrier.received
  const body = message?.body ?? ''
  expect(message?.headers['x-carrier-key']).toBe('a-key-of-the-carrier')
  expect(JSON.parse(body)).toEqual({ to: phone, text: expect.stringMatching(/\b\d{6}\b/) })
  const [code] = /\b\d{6}\b/.exec(JSON.parse(body).text) ?? []
  expect((await send({ code })).body).toMatchObject({ state: 'passed_challenge', ui: { messages: [{ id: 1080005 }] } })
  const { verifiable_addresses: addresses } = (await answerOf(`${adminUrl}/admin/identities/${id}`)).body
  expect(addresses.filter(({ via }: { via: string }) => via === 'sms')).toMatchObject([
    { value: phone, verified: true },
  ])
})
