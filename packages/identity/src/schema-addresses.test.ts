import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { emailTrait, schemaOf } from '@gatehouse/testing/journeys'
import { expect, onTestFinished, test } from 'vitest'

import { createHarness } from './flows/flow-harness.fixture.ts'

type Answer = readonly [status: number, headers: Readonly<Record<string, string>>, body: string]

const page = '<!doctype html><title>Sign in</title>'
const answers: Readonly<Record<string, Answer>> = {
  '/page': [200, { 'content-type': 'text/html; charset=utf-8' }, page],
  '/moved': [302, { location: '/page?next=schema' }, ''],
  '/gone': [404, { 'content-type': 'text/html' }, page],
  '/private': [403, { 'content-type': 'application/json' }, '{"message":"forbidden"}'],
  '/fault': [200, { 'content-type': 'application/json' }, '{"message":"Not Found"}'],
  '/traits': [200, { 'content-type': 'application/json' }, '{"properties":{"email":{"type":"string"}}}'],
  '/text': [200, { 'content-type': 'text/plain' }, 'properties: {}'],
  '/kept': [301, { location: '/schema' }, ''],
  '/schema': [200, { 'content-type': 'text/plain' }, JSON.stringify(schemaOf({ email: emailTrait('Email') }))],
}

/** Returns the address of a server that has these answers. */
async function origin(): Promise<string> {
  const server = createServer(({ url = '' }, answer) => {
    const [status, headers, body] = answers[url.split('?')[0] ?? ''] ?? [500, {}, '']
    answer.writeHead(status, headers).end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function start(url: string) {
  const harness = await createHarness({ identity: { default_schema_id: 'person', schemas: [{ id: 'person', url }] } })
  onTestFinished(() => harness.stop())
  return harness
}

const named = 'identity.schemas.0.url (schema "person") '

test.each([
  ['/page', '{at}/page answered 200 with text/html. It is a web page'],
  ['/moved', '{at}/moved sent on to {at}/page?…, which answered 200 with text/html. It is a web page'],
  ['/fault', '{at}/fault answered 200 with application/json. It is no identity schema'],
  ['/traits', '{at}/traits answered 200 with application/json. It is no identity schema'],
  ['/text', '{at}/text answered 200 with text/plain. It is not valid JSON'],
])(
  'a schema address that leads to something else (%s) stops the start, which says what came and what to write @schema-address-1',
  async (path, said) => {
    const at = await origin()
    const failed = await start(`${at}${path}`).catch((error: unknown) => error)
    const text = failed instanceof Error ? failed.message : ''
    expect(text).toContain(`${named}cannot be used: ${said.replaceAll('{at}', at)}`)
    expect(text).toMatch(/write the address|properties\.traits|check the file/)
  },
)

test.each([
  ['/gone', 'it answered 404 with text/html; check the address.'],
  [
    '/private',
    'it answered 403 with application/json; let the service read it without a sign-in, or write name:password@',
  ],
])(
  'a schema address that refuses (%s) is reported with its answer and the remedy @schema-address-2',
  async (path, said) => {
    const at = await origin()
    const { configurationWarnings } = await start(`${at.replace('//', '//me:secret@')}${path}?token=secret`)
    const [about = '', ...others] = configurationWarnings.filter((warning) => warning.startsWith(named))
    expect(others).toEqual([])
    expect(about).toContain(`${named}cannot be downloaded from ${at}${path}?…: ${said}`)
    expect(about).not.toContain('secret')
  },
)

test('a redirect to the schema is followed, whatever its declared type @schema-address-3', async () => {
  const harness = await start(`${await origin()}/kept`)
  const form = await harness.app().ask('/self-service/registration/api')
  expect(JSON.stringify(form.body.ui.nodes)).toContain('traits.email')
})

test('a file that is no identity schema stops the start @schema-address-4', async () => {
  const url = `base64://${Buffer.from('{"type":"object"}').toString('base64')}`
  await expect(start(url)).rejects.toThrow(`${named}is no identity schema`)
})
