import { createHmac } from 'node:crypto'

import { theCode, tokenRequestFault } from '@gatehouse/testing/providers'
import { expect, onTestFinished, test } from 'vitest'

import { service } from '../../../flows/flow-harness.fixture.ts'
import { client, createKindHarness } from './kind-harness.fixture.ts'
import { oauthCases, type OAuthCase } from './oauth-kinds.fixture.ts'
import { oauthKinds } from './oauth-kinds.ts'

const usual = { access_token: 'an-access-token', token_type: 'bearer', expires_in: 300 }

async function stageOf(kind: string, played: OAuthCase) {
  const harness = await createKindHarness({ provider: kind, ...played.config })
  onTestFinished(() => harness.stop())
  const { secretIn = 'body', shown = ['authorization', 'Bearer an-access-token'], tokenAnswer = usual } = played
  const [position, value] = shown
  const api = Object.entries(played.api).map(([address, answer]) => {
    const isMain = address === Object.keys(played.api)[0]
    const method = isMain && position === 'body' ? 'POST' : 'GET'
    const scene = async (request: Request) => {
      const evidence = position === 'body' ? await request.text() : request.headers.get(position)
      return evidence === value ? Response.json(answer) : new Response('who?', { status: 401 })
    }
    return [`${method} ${address}`, scene] as const
  })
  harness.stage.play({
    ...Object.fromEntries(api),
    [`POST ${played.token}`]: async (request) => {
      const fault = await tokenRequestFault(request, { ...client, secretIn }, harness.sent())
      return fault === undefined ? Response.json(tokenAnswer) : Response.json({ error: fault }, { status: 400 })
    },
  })
  return harness
}

test.each(Object.entries(oauthCases))('%s: a person signs up, with the provider’s claims', async (kind, played) => {
  const harness = await stageOf(kind, played)
  const { browser, address } = await harness.depart()
  expect(address.origin + address.pathname).toBe(played.authorization)
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    client_id: 'the-client',
    response_type: 'code',
    redirect_uri: `${service}/self-service/methods/oidc/callback/them`,
  })
  for (const [name, value] of Object.entries(played.sent)) {
    expect([name, address.searchParams.get(name) ?? undefined]).toEqual([name, value])
  }
  expect(await harness.arrive(browser)).toEqual(played.person)
})

test('every kind with an individual API is played', () => {
  const ownTests = ['dingtalk', 'x']
  expect([...Object.keys(oauthCases), ...ownTests].toSorted()).toEqual(Object.keys(oauthKinds).toSorted())
})

test('dingtalk: individual names and bodies', async () => {
  const harness = await createKindHarness({ provider: 'dingtalk' })
  onTestFinished(() => harness.stop())
  const wanted = {
    clientId: client.clientId,
    clientSecret: client.clientSecret,
    code: theCode,
    grantType: 'authorization_code',
  }
  const me = { nick: 'Ada', openId: 'o-1', avatarUrl: 'https://ding.test/a.png', email: 'ada@example.org', mobile: '1' }
  harness.stage.play({
    'POST https://api.dingtalk.com/v1.0/oauth2/userAccessToken': async (request) => {
      const isRight = JSON.stringify(await request.json()) === JSON.stringify(wanted)
      const answer = { accessToken: 'an-access-token', refreshToken: 'r', expireIn: 7200, corpId: 'c' }
      return isRight ? Response.json(answer) : Response.json({ code: 'invalid' }, { status: 400 })
    },
    'GET https://api.dingtalk.com/v1.0/contact/users/me': (request) =>
      request.headers.get('x-acs-dingtalk-access-token') === 'an-access-token'
        ? Response.json(me)
        : new Response('who?', { status: 401 }),
  })
  const { browser, address } = await harness.depart()
  expect(address.href).toMatch(/^https:\/\/login\.dingtalk\.com\/oauth2\/auth\?.*&prompt=consent&/)
  expect(address.searchParams.get('scope')).toBe('openid')
  expect(await harness.arrive(browser, { authCode: theCode })).toEqual({
    subject: 'them:o-1',
    traits: {
      name: 'Ada',
      nickname: 'Ada',
      username: 'Ada',
      picture: 'https://ding.test/a.png',
      email: 'ada@example.org',
      phone: '1',
    },
    verified: false,
  })
})

test('github: an address that is not verified is no address @oauth-kinds-1', async () => {
  const { github } = oauthCases
  if (!github) throw new Error('github is not played')
  const list = [{ email: 'ceo@example.org', primary: true, verified: false }]
  const harness = await stageOf('github', {
    ...github,
    api: { ...github.api, 'https://api.github.com/user/emails': list },
  })
  const { browser } = await harness.depart()
  const { traits, verified } = await harness.arrive(browser)
  expect([traits, verified]).toMatchObject([{ email: 'public@example.org' }, false])
})

test('facebook: calls prove that they come from the app', async () => {
  const { facebook } = oauthCases
  if (!facebook) throw new Error('facebook is not played')
  const harness = await stageOf('facebook', facebook)
  const { browser } = await harness.depart()
  await harness.arrive(browser)
  const call = harness.stage.requests.find((request) => request.includes('/me?')) ?? ''
  const proof = createHmac('sha256', client.clientSecret).update('an-access-token').digest('hex')
  expect(new URL(call.split(' ')[1] ?? '').searchParams.get('appsecret_proof')).toBe(proof)
})

test.each([
  ['the API refuses', { 'https://api.spotify.com/v1/me': undefined }],
  ['the API does not say who it is', { 'https://api.spotify.com/v1/me': { display_name: 'Ada' } }],
  ['the API answers with a list', { 'https://api.spotify.com/v1/me': [] }],
])('no session is opened where %s', async (_what, api) => {
  const { spotify } = oauthCases
  if (!spotify) throw new Error('spotify is not played')
  const harness = await stageOf('spotify', { ...spotify, api })
  const { browser } = await harness.depart()
  await expect(harness.arrive(browser)).rejects.toThrow('/login?flow=')
  expect((await browser.whoami()).status).toBe(401)
})
