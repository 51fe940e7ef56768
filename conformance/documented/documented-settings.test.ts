import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeDocumentedConfig, freePorts, layDatabase, kratosProgram, startKratos } from '@gatehouse/testing/processes'
import { describe, expect, test } from 'vitest'

// Checks the statements of docs/kratos.md on each setting of its kratos.yml: a real Ory Kratos runs with another
// value.
const missing = await kratosProgram.missing()
if (missing !== undefined && process.env['CI'] === 'true') throw new Error(missing)

const origin = 'https://account.example.org'
const json = { headers: { accept: 'application/json' } }

/** Runs Ory Kratos with the documented file but for these settings, for as long as it is looked at. */
async function withKratos<T>(
  otherwise: Readonly<Record<string, unknown>>,
  look: (publicUrl: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-documented-'))
  try {
    const [publicPort = 0, adminPort = 0] = await freePorts(2)
    const [publicUrl, adminUrl] = [`http://127.0.0.1:${publicPort}`, `http://127.0.0.1:${adminPort}`]
    const configFile = await writeDocumentedConfig({
      folder,
      origin,
      listen: { publicPort, adminPort },
      smtp: 'smtp://127.0.0.1:9/',
      database: await layDatabase(kratosProgram, folder),
      otherwise,
    })
    const kratos = await startKratos({ configFile, publicUrl, adminUrl })
    try {
      return await look(publicUrl)
    } finally {
      await kratos.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function cookieOf(publicUrl: string): Promise<string> {
  const answer = await fetch(`${publicUrl}/self-service/login/browser`, json)
  return answer.headers.getSetCookie().join('\n')
}

async function statusOf(publicUrl: string, path: string): Promise<number> {
  const answer = await fetch(publicUrl + path, json)
  await answer.body?.cancel()
  return answer.status
}

async function corsOf(publicUrl: string, from: string) {
  const answer = await fetch(`${publicUrl}/sessions/whoami`, { headers: { origin: from } })
  return answer.headers.get('access-control-allow-origin')
}

describe.skipIf(missing !== undefined)('the documented kratos.yml', () => {
  test('makes addresses from base_url, and the address that was asked for from X-Forwarded-*', async () => {
    const flow = await withKratos({}, async (publicUrl) => {
      const headers = { ...json.headers, 'x-forwarded-host': 'account.example.org', 'x-forwarded-proto': 'https' }
      return (await fetch(`${publicUrl}/self-service/login/browser`, { headers })).json()
    })
    expect(flow).toMatchObject({
      request_url: `${origin}/self-service/login/browser`,
      ui: { action: expect.stringContaining(`${origin}/self-service/login?flow=`) },
    })
  })

  test('has cookies for the public host alone, or with cookies.domain for every host below it', async () => {
    expect(await withKratos({}, cookieOf)).not.toContain('Domain=')
    expect(await withKratos({ cookies: { domain: 'example.org' } }, cookieOf)).toContain('Domain=example.org')
  })

  test('compares the path of a return URL as a plain prefix', async () => {
    const otherwise = { 'selfservice.allowed_return_urls': ['https://app.example.org/inbox'] }
    const statuses = await withKratos(otherwise, async (publicUrl) => {
      const begin = (target: string) =>
        statusOf(publicUrl, `/self-service/login/browser?return_to=${encodeURIComponent(target)}`)
      return {
        below: await begin('https://app.example.org/inbox/1'),
        beside: await begin('https://app.example.org/inbox-of-others'),
        above: await begin('https://app.example.org/'),
        plain: await begin('http://app.example.org/inbox'),
      }
    })
    expect(statuses).toEqual({ below: 200, beside: 200, above: 400, plain: 400 })
  })

  test('has recovery and verification, which are off if the file does not enable them', async () => {
    const both = async (publicUrl: string) =>
      Promise.all(['recovery', 'verification'].map((kind) => statusOf(publicUrl, `/self-service/${kind}/browser`)))
    expect(await withKratos({}, both)).toEqual([200, 200])
    const off = {
      'selfservice.flows.recovery.enabled': undefined,
      'selfservice.flows.verification.enabled': undefined,
    }
    expect(await withKratos(off, both)).toEqual([400, 400])
  })

  test('answers pages of other origins only if CORS names them', async () => {
    const from = 'https://app.example.org'
    expect(await withKratos({}, (publicUrl) => corsOf(publicUrl, from))).toBeNull()
    const cors = { enabled: true, allowed_origins: [from], allow_credentials: true }
    const seen = await withKratos({ 'serve.public.cors': cors }, async (publicUrl) => ({
      named: await corsOf(publicUrl, from),
      other: await corsOf(publicUrl, 'https://app.example.net'),
    }))
    expect(seen).toEqual({ named: from, other: null })
  })

  test('does not start with a cipher secret of another length than 32', async () => {
    await expect(withKratos({ 'secrets.cipher': ['too-short'] }, async () => {})).rejects.toThrow(/secrets\.cipher/)
  })
})
