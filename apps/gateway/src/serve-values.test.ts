import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { freePorts, startIdentityService } from '@gatehouse/testing/processes'
import { stringify } from 'yaml'
import { expect, onTestFinished, test } from 'vitest'

import { networkIdentityConfig } from './identity/network-identity.fixture.ts'

const base64 = (text: string) => `base64://${Buffer.from(text).toString('base64')}`

const mail = `{{ define "to" }}{{ if .Identity.traits.email }}{{ .Identity.traits.email | upper }}{{ end }}{{ end -}}
{{/* a comment */}}{{ template "to" . }} {{ .RecoveryCode }} {{ .RequestURLDomain }} {{ .TransientPayload.brand }}`

test('values that Ory Kratos reads and cannot use start the service, which names each of them @serve-values-1', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-values-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [publicPort = 0, adminPort = 0] = await freePorts(2)
  const [publicUrl, adminUrl] = [`http://127.0.0.1:${publicPort}`, `http://127.0.0.1:${adminPort}`]
  const config = networkIdentityConfig({
    dsn: `sqlite://${folder}/identity.sqlite`,
    origin: publicUrl,
    publicPort,
    adminPort,
  })
  const corp = { id: 'corp', provider: 'generic', client_id: '', client_secret: 's', issuer_url: 'https://idp.test' }
  const rp = { id: 'localhost:4455', display_name: 'Example', origins: ['http://localhost:4455'] }
  const configFile = join(folder, 'kratos.yml')
  writeFileSync(
    configFile,
    stringify({
      ...config,
      identity: { ...config.identity, default_schema_id: 'absent' },
      cookies: { domain: '' },
      selfservice: {
        default_browser_return_url: '/dashboard',
        allowed_return_urls: ['/dashboard'],
        flows: { login: { ui_url: '/auth/login' } },
        methods: {
          oidc: { enabled: true, config: { providers: [corp] } },
          passkey: { enabled: true, config: { rp } },
        },
      },
      courier: { templates: { recovery_code: { valid: { email: { body: { plaintext: base64(mail) } } } } } },
    }),
  )
  const environment = { DEV: undefined, GATEHOUSE_DATA: join(folder, 'data') }
  const service = await startIdentityService({ configFile, publicUrl, adminUrl, environment })
  onTestFinished(async () => void (await service.stop()))
  for (const said of ['client_id is empty', 'has a port', 'no one can sign up']) expect(service.logs()).toContain(said)

  const start = `${publicUrl}/self-service/login/browser?return_to=${encodeURIComponent(`${publicUrl}/dashboard`)}`
  const page = await fetch(start, { redirect: 'manual', headers: { accept: 'text/html' } })
  expect([page.status, page.headers.get('location')]).toEqual([
    303,
    expect.stringMatching(`^${publicUrl}/auth/login\\?flow=`),
  ])
  expect(page.headers.getSetCookie().join()).not.toMatch(/domain=/i)
  const json = { accept: 'application/json', 'content-type': 'application/json' }
  const flow = (await (await fetch(start, { headers: json })).json()) as { ui: { nodes: { group: string }[] } }
  expect(flow.ui.nodes.map(({ group }) => group)).toEqual(expect.arrayContaining(['password', 'passkey']))
  expect(flow.ui.nodes.map(({ group }) => group)).not.toContain('oidc')
})
