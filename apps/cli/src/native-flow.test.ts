import { expect, test } from 'vitest'
import { createIdentityClient } from '@gatehouse/client/client'
import { walkFlow } from './native-flow.ts'

const service = 'http://identity.invalid'
const identity = { id: 'i1', traits: { email: 'ada@example.com' } }
const session = { id: 's1', active: true, identity }

function input(group: string, name: string, type: string, extra: object = {}, messages: readonly string[] = []) {
  return {
    type: 'input',
    group,
    attributes: { node_type: 'input', name, type, disabled: false, ...extra },
    messages: messages.map((text) => ({ id: 1, type: 'error', text })),
    meta: { label: { id: 2, type: 'info', text: `The ${name}` } },
  }
}

function flow(id: string, nodes: readonly object[], message?: string) {
  const messages = message === undefined ? [] : [{ id: 4000006, type: 'error', text: message }]
  return { id, type: 'api', ui: { action: `${service}/self-service/login`, method: 'POST', nodes, messages } }
}

const passwordNodes = [
  input('default', 'csrf_token', 'hidden', { value: '' }),
  input('default', 'identifier', 'text', { required: true }),
  input('password', 'password', 'password', { required: true }),
  input('password', 'method', 'submit', { value: 'password' }),
  input('code', 'method', 'submit', { value: 'code' }),
]

/** Plays a service that gives the listed answers in order, and records the requests. */
function scripted(answers: readonly { readonly status: number; readonly body: object }[]) {
  const sent: string[] = []
  const client = createIdentityClient({
    baseUrl: service,
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url)
      sent.push(`${request.method} ${pathname}${search} ${await request.text()}`)
      const answer = answers[sent.length - 1]
      if (answer === undefined) throw new Error('asked once too often')
      return Response.json(answer.body, { status: answer.status })
    },
  })
  return { client, sent }
}

function person(answers: Readonly<Record<string, string>>) {
  const said: string[] = []
  const asked: string[] = []
  const conversation = {
    say: (text: string) => void said.push(text),
    remark: (text: string) => void said.push(text),
    ask: async (question: string, { hidden }: { readonly hidden: boolean }) => {
      asked.push(hidden ? `${question} (hidden)` : question)
      return answers[question]
    },
  }
  return { conversation, said, asked }
}

test('asks for the fields of the method, submits them and returns the result', async () => {
  const { client, sent } = scripted([
    { status: 200, body: flow('f1', passwordNodes) },
    { status: 200, body: { session, session_token: 'ory_st_1' } },
  ])
  const { conversation, asked } = person({ 'The identifier': 'ada@example.com', 'The password': 'p w' })
  const result = await walkFlow({ client, kind: 'login', given: new Map(), conversation })
  expect(result.session_token).toBe('ory_st_1')
  expect(asked).toEqual(['The identifier', 'The password (hidden)'])
  expect(sent).toEqual([
    'GET /self-service/login/api ',
    'POST /self-service/login?flow=f1 csrf_token=&identifier=ada%40example.com&password=p+w&method=password',
  ])
})

test('a refused password is asked for again, after the reason', async () => {
  const { client, sent } = scripted([
    { status: 200, body: flow('f1', passwordNodes) },
    { status: 400, body: flow('f1', passwordNodes, 'That did not fit.') },
    { status: 200, body: { session } },
  ])
  const { conversation, said, asked } = person({ 'The identifier': 'ada', 'The password': 'right' })
  const given = new Map([
    ['identifier', 'ada'],
    ['password', 'wrong'],
  ])
  await walkFlow({ client, kind: 'login', given, conversation })
  expect(said).toEqual(['That did not fit.'])
  expect(asked).toEqual(['The identifier', 'The password (hidden)'])
  expect(sent[2]).toContain('password=right')
})

test('without a terminal to ask, the reason is the error', async () => {
  const { client } = scripted([
    { status: 200, body: flow('f1', passwordNodes) },
    { status: 400, body: flow('f1', passwordNodes, 'That did not fit.') },
  ])
  const { conversation } = person({})
  const given = new Map([
    ['identifier', 'ada'],
    ['password', 'wrong'],
  ])
  await expect(walkFlow({ client, kind: 'login', given, conversation })).rejects.toThrow('That did not fit.')
})

test('a code by mail takes two steps', async () => {
  const sentNodes = [
    input('default', 'identifier', 'hidden', { value: 'ada' }),
    input('code', 'code', 'text', { required: true }),
    input('code', 'method', 'submit', { value: 'code' }),
  ]
  const { client, sent } = scripted([
    { status: 200, body: flow('f1', passwordNodes) },
    { status: 400, body: flow('f1', sentNodes) },
    { status: 200, body: { session } },
  ])
  const { conversation } = person({ 'The identifier': 'ada', 'The code': '123456' })
  await walkFlow({ client, kind: 'login', method: 'code', given: new Map(), conversation })
  expect(sent.slice(1)).toEqual([
    'POST /self-service/login?flow=f1 csrf_token=&identifier=ada&method=code',
    'POST /self-service/login?flow=f1 identifier=ada&code=123456&method=code',
  ])
})

test('registration in steps: the profile first, then the credential', async () => {
  const profile = [
    input('profile', 'traits.email', 'email', { required: true }),
    input('profile', 'method', 'submit', { value: 'profile' }),
  ]
  const credential = [
    input('default', 'traits.email', 'hidden', { value: 'ada@example.com' }),
    input('password', 'password', 'password', { required: true }),
    input('password', 'method', 'submit', { value: 'password' }),
  ]
  const { client, sent } = scripted([
    { status: 200, body: flow('f1', profile) },
    { status: 400, body: flow('f1', credential) },
    { status: 200, body: { identity } },
  ])
  const { conversation } = person({ 'The traits.email': 'ada@example.com', 'The password': 'p' })
  const result = await walkFlow({ client, kind: 'registration', given: new Map(), conversation })
  expect(result.identity.id).toBe('i1')
  expect(sent[2]).toBe(
    'POST /self-service/registration?flow=f1 traits.email=ada%40example.com&password=p&method=password',
  )
})

test('an expired flow continues with the one the service names', async () => {
  const error = { id: 'self_service_flow_expired', code: 410, status: 'Gone', message: 'too late' }
  const { client, sent } = scripted([
    { status: 200, body: flow('f1', passwordNodes) },
    { status: 410, body: { error, use_flow_id: 'f2' } },
    { status: 200, body: flow('f2', passwordNodes) },
    { status: 200, body: { session } },
  ])
  const { conversation } = person({ 'The identifier': 'ada', 'The password': 'p' })
  await walkFlow({ client, kind: 'login', given: new Map(), conversation })
  expect(sent[2]).toBe('GET /self-service/login/flows?id=f2 ')
  expect(sent[3]).toContain('flow=f2')
})

test('a step that needs a browser, and a method that is not offered, are explained in words', async () => {
  const error = { id: 'browser_location_change_required', code: 422, status: 'x', message: 'x' }
  const browser = scripted([
    { status: 200, body: flow('f1', passwordNodes) },
    { status: 422, body: { error, redirect_browser_to: 'https://idp.example' } },
  ])
  const { conversation } = person({ 'The identifier': 'ada', 'The password': 'p' })
  const login = walkFlow({ client: browser.client, kind: 'login', given: new Map(), conversation })
  await expect(login).rejects.toThrow('This needs a browser: https://idp.example')
  const { client } = scripted([{ status: 200, body: flow('f1', passwordNodes) }])
  const passkey = walkFlow({ client, kind: 'login', method: 'passkey', given: new Map(), conversation })
  await expect(passkey).rejects.toThrow('Offered here: password, code')
})
