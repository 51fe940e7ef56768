import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { freePorts, repositoryRoot, startServiceProcess } from '@gatehouse/testing/processes'
import { signInAtProvider, startOpenIdProvider } from '@gatehouse/testing/providers'
import { expect, onTestFinished, test } from 'vitest'

/** Programs that compile sources, by any of their names: `gcc-12`, `x86_64-linux-gnu-g++`, `python3-config`. */
const compilers =
  /^(?:.*-)?(?:gcc|g\+\+|cpp|cc|c\+\+|clang(?:\+\+)?|c\d\d|as|ld|go|gofmt|rustc|cargo|make|gmake|cmake|ninja)(?:[-.\d]*)?$/

/** A folder for PATH with every program of this machine but those. */
function pathWithoutCompilers(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-path-'))
  const seen = new Set<string>()
  for (const from of (process.env['PATH'] ?? '').split(delimiter)) {
    for (const name of names(from).filter((one) => !compilers.test(one) && !seen.has(one))) {
      seen.add(name)
      symlinkSync(join(from, name), join(folder, name))
    }
  }
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

function names(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

const schema = {
  type: 'object',
  properties: {
    traits: {
      type: 'object',
      properties: {
        email: { type: 'string', 'ory.sh/kratos': { credentials: { password: { identifier: true } } } },
        name: { type: 'string' },
      },
    },
  },
}
const base64 = (text: string) => `base64://${Buffer.from(text).toString('base64')}`
const mapper = `local claims = std.extVar('claims');
{ identity: { traits: { email: claims.email, name: std.asciiUpper(claims.given_name) } } }`

test('nothing that is installed is compiled: no package but Node brings a script or sources for that', () => {
  const { packages } = JSON.parse(readFileSync(join(repositoryRoot, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly hasInstallScript?: true }>>
  }
  const scripted = Object.entries(packages).flatMap(([path, one]) => (one.hasInstallScript ? [path] : []))
  // It downloads a program that is already built.
  expect(scripted).toEqual(['node_modules/node'])
})

test('npm start serves a kratos.yml with Jsonnet mappers on a machine without compilers @without-compiler-1', async () => {
  const path = pathWithoutCompilers()
  for (const name of ['gcc', 'cc', 'g++', 'go', 'make', 'cmake'])
    expect(() => execFileSync('/bin/sh', ['-c', `command -v ${name}`], { env: { PATH: path } })).toThrow()
  const [publicPort = 0, adminPort = 0, consolePort = 0, donePort = 0] = await freePorts(4)
  const [origin, returnTo] = [`http://localhost:${publicPort}`, `http://127.0.0.1:${donePort}/`]
  const client = { clientId: 'shop', clientSecret: 'the-secret-of-the-shop' }
  const provider = await startOpenIdProvider(
    [{ ...client, redirectUris: [`${origin}/self-service/methods/oidc/callback/corp`] }],
    () => ({ sub: 'ada', email: 'ada@example.com', email_verified: true, given_name: 'Ada' }),
  )
  onTestFinished(() => provider.stop())
  const data = mkdtempSync(join(tmpdir(), 'gatehouse-compilers-'))
  onTestFinished(() => rmSync(data, { recursive: true }))
  const corp = { id: 'corp', provider: 'generic', client_id: client.clientId, client_secret: client.clientSecret }
  const providers = [{ ...corp, issuer_url: provider.issuer, mapper_url: base64(mapper), scope: ['email', 'profile'] }]
  const configFile = join(data, 'kratos.yml')
  writeFileSync(
    configFile,
    JSON.stringify({
      identity: { default_schema_id: 'person', schemas: [{ id: 'person', url: base64(JSON.stringify(schema)) }] },
      selfservice: {
        default_browser_return_url: `${origin}/`,
        allowed_return_urls: [origin, returnTo],
        methods: { password: { enabled: true }, oidc: { enabled: true, config: { providers } } },
        flows: { registration: { after: { oidc: { hooks: [{ hook: 'session' }] } } } },
      },
    }),
  )
  const gatehouse = await startServiceProcess({
    program: join(path, 'npm'),
    args: ['start'],
    environment: {
      PATH: path,
      CI: undefined,
      GATEHOUSE_PUBLIC_URL: origin,
      GATEHOUSE_ADMIN_URL: `http://127.0.0.1:${adminPort}`,
      GATEHOUSE_CONSOLE_URL: `http://localhost:${consolePort}`,
      GATEHOUSE_DATA: data,
      GATEHOUSE_IDENTITY_CONFIG: configFile,
    },
    readyUrl: `${origin}/health/ready`,
  })
  onTestFinished(async () => void (await gatehouse.stop()))

  const query = new URLSearchParams({ return_session_token_exchange_code: 'true', return_to: returnTo })
  const begun = await fetch(`${origin}/self-service/login/api?${query}`)
  const flow = (await begun.json()) as { session_token_exchange_code: string; ui: { action: string } }
  const sent = await fetch(flow.ui.action, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ method: 'oidc', provider: 'corp' }),
  })
  const { redirect_browser_to: start } = (await sent.json()) as { redirect_browser_to: string }
  const back = await fetch(await signInAtProvider(start), { redirect: 'manual' })
  const code = new URL(back.headers.get('location') ?? '', origin).searchParams.get('code') ?? ''
  const codes = new URLSearchParams({ init_code: flow.session_token_exchange_code, return_to_code: code })
  const exchanged = await fetch(`${origin}/sessions/token-exchange?${codes}`)
  expect(await exchanged.json()).toMatchObject({
    session: { identity: { traits: { email: 'ada@example.com', name: 'ADA' } } },
  })
}, 300_000)
