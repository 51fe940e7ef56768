import { cpSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { brokenId, readTestIds } from '../checks/test-ids.ts'
import { root } from '../pack/published.ts'
import { machineIsMissing, openMachine, type Machine } from './machine.ts'
import { openManual, samplesOf } from './manual.ts'

const named = 'the name of a command; whole ones are in other documents'
const browsed = 'an address of development mode, which @operate-4 opens'

/** TABLE: by document, what another test runs (its id), or why nothing runs it. This test runs everything else. */
const elsewhere: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'README.md': {
    'npm start': '@operate-1',
    'npm test': 'it runs this test',
    'KRATOS_PUBLIC_URL=http://127.0.0.1:4433 npm start': 'it needs an Ory Kratos; journeys run in front of one',
    'npm run example': '@example-5',
    'npm run gallery': 'it ends when it is stopped; tests build the gallery',
    'npm run docs -- --serve': 'it ends when it is stopped; @docs-site-1 is about what it shows',
    'gatehouse check': named,
  },
  'docs/README.md': { 'npm run docs -- --serve': 'it ends when it is stopped; @docs-site-1 is about what it shows' },
  'docs/branding.md': { '/dev/preview': browsed },
  'docs/check.md': { 'gatehouse check': named, '/dev/checks': browsed },
  'docs/console.md': {
    'GATEHOUSE_CONTROL_PLANE_URL=https://api.console.ory.com': 'a service of others, which wants a key',
    'GATEHOUSE_CONTROL_PLANE_KEY_FILE=/run/secrets/workspace-key': 'a key of that service',
    'gatehouse import': named,
    'gatehouse export': named,
    '/dev/inbox': browsed,
  },
  'docs/kratos.md': { 'gatehouse identity serve': named },
  'docs/monitoring.md': {
    'npm run soak -- --database postgres --days 6 --people 200 --minutes 1':
      'it takes minutes; a test runs a short one',
    'npm run soak -- --picture': 'it draws what that has measured',
  },
  'docs/protect.md': {
    'npx gatehouse keys create app': '@protect-1',
    'node tooling/follow-guide.ts express': '@protect-1',
    "curl -H 'Host: account.example.org' http://10.0.0.5:4455/sessions/whoami": 'an address of another machine',
  },
  'docs/release.md': {
    'node tooling/release-version.ts': '@release-version-1',
    'npm ci && npm run build': 'what begins every run of all tests',
    'node tooling/pack-packages.ts --publish --provenance': 'it publishes',
    'npm run build': 'what begins every run of all tests',
    'npx gatehouse': '@pack-2',
    'npx changeset': 'it asks questions; @release-version-2 uses its notes',
    'node apps/cli/src/make-kept-data.fixture.ts VERSION': '@release-version-4',
  },
}

/** Documents that other tests follow from their first command to their last. */
const followed: Readonly<Record<string, string>> = {
  'docs/operate.md': '@operate-8',
  'docs/tutorial.md': '@tutorial-1',
  'docs/migrate.md': '@moving-in-9',
}
/** Blocks of this one are followed by @protect-1. */
const protect = new Set(
  [...readFileSync(join(root, 'docs/protect.md'), 'utf8').matchAll(/^```sh\n([^]*?)^```$/gm)].flatMap(([, code = '']) =>
    code.trim().split('\n'),
  ),
)

const documents = ['README.md', ...globSync('docs/*.md', { cwd: root })].filter((one) => !(one in followed)).toSorted()
const manuals = new Map(
  documents.map((name) => {
    const except = [...Object.keys(elsewhere[name] ?? {}), ...(name === 'docs/protect.md' ? protect : [])]
    return [name, openManual(name, except)]
  }),
)
const take = (document: string, beginning: string) => manuals.get(document)?.take(beginning) ?? ''
const missing = machineIsMissing()
if (missing !== undefined) console.warn(`Commands of the documents are not run: ${missing}.`)

test('what is said to run elsewhere is in its document, and its test is there @commands-1', () => {
  const ids = readTestIds(root)
  const rows = Object.entries(elsewhere).flatMap(([name, row]) =>
    Object.keys(row).flatMap((sample) => (samplesOf(name).includes(sample) ? [] : [`${name} has no ${sample}`])),
  )
  const whys = [...Object.values(elsewhere).flatMap((row) => Object.values(row)), ...Object.values(followed)]
  const named = whys.flatMap((why) => [...why.matchAll(/@([a-z-]+-\d+)/g)].map(([, id = '']) => id))
  expect([...rows, ...named.flatMap((id) => brokenId(ids, id) ?? [])]).toEqual([])
})

describe.skipIf(missing !== undefined)('commands of the documents', { timeout: 300_000 }, () => {
  let machine: Machine
  beforeAll(async () => {
    machine = await openMachine([])
    // As npm installs it.
    mkdirSync(join(machine.folder, 'node_modules/.bin'), { recursive: true })
    symlinkSync(join(machine.folder, 'bin/gatehouse'), join(machine.folder, 'node_modules/.bin/gatehouse'))
    cpSync(join(root, 'examples/brand'), join(machine.folder, 'gatehouse/examples/brand'), { recursive: true })
    await machine.run('export GATEHOUSE_DATA="$HOME/data"')
  })
  afterAll(() => machine.end())

  test('a brand is checked and shown, and faults of its file are named @commands-2', async () => {
    const { run, attempt, start, stop, ask, folder } = machine
    writeFileSync(join(folder, 'gatehouse.yml'), manuals.get('docs/branding.md')?.block('brand:\n') ?? '')
    const checked = await attempt(take('docs/branding.md', 'gatehouse brand check'))
    // Its pictures are the reader's.
    expect(checked.code).toBe(1)
    expect(checked.output).toContain('logo.svg')
    expect(checked.output).not.toMatch(/not known|did you mean/)
    await run('rm gatehouse.yml && cd gatehouse')
    await start(take('docs/branding.md', 'GATEHOUSE_BRAND='))
    const [, name = '?'] =
      /^ +name: (.+)$/m.exec(readFileSync(join(root, 'examples/brand/gatehouse.yml'), 'utf8')) ?? []
    expect((await ask('http://localhost:4455/login')).body).toContain(name.replaceAll("'", ''))
    await run('cd ~')
    expect(await run(take('docs/check.md', 'npm exec -- gatehouse check'))).toContain('nothing found')
    // A fault, which a program reads.
    const asked = await attempt(`GATEHOUSE_SMTP_URL=smtp://127.0.0.1:1 ${take('docs/check.md', 'npm exec')}`)
    const [found] = JSON.parse(asked.output)
    expect([asked.code, Object.keys(found)]).toEqual([
      1,
      expect.arrayContaining(['check', 'severity', 'subject', 'wrong', 'fix']),
    ])
    await stop()
  })

  test('a kratos.yml is served by the whole program, and by the service alone, whose accounts are exported @commands-3', async () => {
    const { run, start, stop, ask, folder } = machine
    writeFileSync(join(folder, 'kratos.yml'), kratos)
    await run('export GATEHOUSE_DATA="$HOME/of-kratos"')
    await start(`cp kratos.yml gatehouse; cd gatehouse; ${take('docs/kratos.md', 'GATEHOUSE_IDENTITY_CONFIG')}`)
    const flow = await run(take('docs/providers.md', 'curl -s -X POST'))
    expect(JSON.parse(flow)).toMatchObject({ id: expect.any(String) })
    await stop()
    const ready = 'http://127.0.0.1:4433/health/ready'
    await start(take('docs/kratos.md', 'npm exec -- gatehouse identity serve'), ready)
    await stop()
    await start(take('README.md', 'npm exec -- gatehouse identity serve'), ready)
    const traits = { email: 'vera@example.com' }
    const made = await ask('http://127.0.0.1:4434/admin/identities', { schema_id: 'person', traits })
    expect(made.status).toBe(201)
    expect(await run(take('README.md', 'npm exec -- gatehouse export'))).toContain('1 identity from')
    expect(await run('cat people.jsonl')).toContain('vera@example.com')
    await stop()
  })

  test('keys of session tokens are made, rotated and retired @commands-4', async () => {
    const { run } = machine
    await run('export GATEHOUSE_DATA="$HOME/data"')
    const [create = '', print = '', rotate = '', retire = ''] = [
      'create app',
      'create app --print',
      'rotate',
      'retire',
    ].map((words) => take('docs/protect.md', `gatehouse keys ${words}`))
    await run(create)
    expect(JSON.parse(await run(print)).keys).toHaveLength(1)
    const kept = async () => (await run('grep -rl \'"kid"\' data | head -1 | xargs cat')).match(/"kid"/g)
    expect(await kept()).toHaveLength(1)
    await run(rotate)
    expect(await kept()).toHaveLength(2)
    await run(retire)
    expect(await kept()).toHaveLength(1)
  })

  test('every command of a document is run here, or the table says where @commands-5', () => {
    expect([...manuals].flatMap(([name, { left }]) => left().map((sample) => `${name}: ${sample}`))).toEqual([])
  })
})

const schema = {
  type: 'object',
  properties: {
    traits: {
      type: 'object',
      properties: { email: { type: 'string', 'ory.sh/kratos': { credentials: { password: { identifier: true } } } } },
    },
  },
}
const google = { id: 'google', provider: 'google', client_id: 'id', client_secret: 'secret' }
const kratos = JSON.stringify({
  identity: {
    default_schema_id: 'person',
    schemas: [{ id: 'person', url: `base64://${Buffer.from(JSON.stringify(schema)).toString('base64')}` }],
  },
  selfservice: {
    default_browser_return_url: 'http://localhost:4455/',
    methods: { oidc: { enabled: true, config: { providers: [google] } } },
  },
  secrets: { default: ['a secret of at least 32 characters'] },
})
