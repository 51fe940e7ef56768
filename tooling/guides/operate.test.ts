import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../pack/published.ts'
import { machineIsMissing, openMachine, type Machine } from './machine.ts'
import { openManual } from './manual.ts'

/** TABLE: what the page names and this test does not run, with the reason. */
const notRun: Readonly<Record<string, string>> = {
  'npm run build': '`npm test` has made the bundle with it, which this test copies',
  'podman build --format docker': 'a container needs images of a registry',
  'gatehouse export': 'the name of a command; docs/migrate.md has whole ones',
  'gatehouse import': 'the name of a command; docs/migrate.md has whole ones',
  'gatehouse database move': 'the name of a command, which is whole above',
}
const page = openManual('docs/operate.md', Object.keys(notRun))
const { take } = page

const origin = 'http://localhost:4455'
const person = { email: 'vera@example.com', password: 'Birch-and-ash-4711' }
const missing = machineIsMissing()
if (missing !== undefined) console.warn(`docs/operate.md is not followed: ${missing}.`)

describe.skipIf(missing !== undefined)('docs/operate.md, word for word', { timeout: 300_000 }, () => {
  let machine: Machine
  beforeAll(async () => {
    machine = await openMachine(['db.internal', 'mail.example.org', 'mail.internal'])
  })
  afterAll(() => machine.end())

  /** Signs in, or up; the answer's status. */
  async function submit(flow: 'login' | 'registration', at = origin, ...options: readonly string[]): Promise<number> {
    const { id } = JSON.parse((await machine.ask(`${at}/self-service/${flow}/api`, undefined, ...options)).body)
    const who = flow === 'login' ? { identifier: person.email } : { traits: { email: person.email } }
    const body = { method: 'password', password: person.password, ...who }
    return (await machine.ask(`${at}/self-service/${flow}?flow=${id}`, body, ...options)).status
  }

  /** Starts what has the person's account, looks that she signs in, and leaves it running. */
  async function opens(command: string): Promise<void> {
    await machine.start(command)
    expect(await submit('login')).toBe(200)
  }

  const serve = take('gatehouse identity serve --config kratos.yml')

  /** Throws the database away, and makes it anew, as the page does. */
  const superuser = 'psql -h 127.0.0.1 -U postgres -v ON_ERROR_STOP=1'
  let createDatabase = ''
  async function emptyDatabase(): Promise<void> {
    await machine.run(`${superuser} -c 'DROP DATABASE gatehouse'`)
    await machine.run(`${superuser} <<'END'\n${createDatabase}\nEND`)
  }

  test('the copied folder starts, and a backup of its files, or a copy of its databases, opens in another one @operate-1', async () => {
    const { run, stop, start } = machine
    await run('export GATEHOUSE_DATA="$HOME/data"')
    expect(await run(`cd gatehouse && ${take('node gatehouse.js')} --help`)).toContain('backup')
    expect(await run(`node main.js --version`)).toMatch(/^\d+\.\d+\.\d+$/)
    expect(await run(`node main.js --help`)).toContain('node main.js')
    await start(take('npm start'))
    expect(await submit('registration')).toBe(200)
    expect(await run(take('gatehouse backup create --to /var'))).toMatch(/moment|acknowledged before/)
    await run('cd "$GATEHOUSE_DATA"')
    await run(take('sqlite3 identity.sqlite'))
    await run('mkdir ../copy && mv copy.sqlite ../copy/identity.sqlite && cp secrets.json ../copy')
    await run('sqlite3 control-plane.sqlite ".backup ../copy/control-plane.sqlite"')
    await stop()

    await run('cd /var/backups/gatehouse')
    const verify = take('gatehouse backup verify')
    // The page has a name of another moment.
    const [made = ''] = readdirSync(join(machine.folder, 'backups'))
    expect(made).toMatch(/^gatehouse-\d{8}T\d{6}Z\.tar\.gz$/)
    await run(`mv ${made} ${verify.split(' ').at(-1)}`)
    expect(await run(verify)).toMatch(/is whole, of .*: 3 people, 1 session, /)
    expect(await run(take('GATEHOUSE_DATA=/srv/gatehouse gatehouse backup restore'))).toMatch(
      /^\/srv\/gatehouse has the backup of .*: 3 people/m,
    )
    await run('cd ~/gatehouse')
    const main = take('node main.js')
    await opens(`GATEHOUSE_DATA=/srv/gatehouse ${main}`)
    await stop()
    await opens(`GATEHOUSE_DATA=~/copy ${main}`)
    await stop()
  })

  test('secrets are rotated, retired, and accepted after they were lost @operate-2', async () => {
    const { run, attempt, stop, start, folder } = machine
    const file = join(folder, 'data/secrets.json')
    const generations = () => JSON.parse(readFileSync(file, 'utf8')) as { readonly default: readonly string[] }
    expect(await run(take('gatehouse secrets rotate'))).toContain('one project')
    expect(generations().default).toHaveLength(2)
    await opens('gatehouse start')
    await stop()
    expect(await run(take('gatehouse secrets retire'))).toContain('Only the newest secrets are left')
    expect(generations().default).toHaveLength(1)
    await run(`rm ${file}`)
    expect(await attempt('gatehouse start')).toEqual({ code: 1, output: expect.stringContaining('secrets') })
    expect(await run(take('gatehouse secrets accept'))).toContain('count from now')
    await opens('gatehouse start')
    await stop()

    // The service alone, whose secrets are in its file.
    const own = (secret: string) =>
      writeFileSync(join(folder, 'kratos.yml'), kratos(`sqlite://${folder}/alone.sqlite`, secret))
    await run('cd ~')
    own('a secret of at least 32 characters')
    await start(serve, 'http://127.0.0.1:4433/health/ready')
    await stop()
    own('another secret of at least 32 ones')
    expect(await attempt(serve)).toEqual({ code: 1, output: expect.stringContaining('secrets') })
    expect(await run(take('gatehouse secrets accept --config'))).toContain('count from now')
    await start(serve, 'http://127.0.0.1:4433/health/ready')
    await stop()
  })

  test('every form of an address of a mail server sends a mail, and waiting ones go out at a command @operate-3', async () => {
    const { run, start, stop, until } = machine
    const [tls, startTls, plain] = ['smtps://', 'smtp://user', 'smtp://127'].map(take)
    const anyCertificate = take('…?skip_ssl_verify').slice(1)
    const named = take('…?server_name').slice(1)
    await start(`GATEHOUSE_SMTP_URL='${plain}' gatehouse start`)
    const waiting = await machine.ask(`${origin}/self-service/recovery/api`)
    const { id } = JSON.parse(waiting.body)
    await machine.ask(`${origin}/self-service/recovery?flow=${id}`, { method: 'code', email: person.email })
    await until(`curl -s ${origin}/health/ready | grep 'not delivered'`)
    // One may be under way at this moment.
    expect(await run(take('gatehouse mail retry'))).toMatch(/\b[1-9] (?:sent again|on their way)/)
    const program = join(root, 'packages/testing/src/mail-servers.fixture.ts')
    await run(`node ${program} ~/key.pem ~/ca.pem >>~/mails & mails=$!`)
    await until('</dev/tcp/127.0.0.1/25')
    await until('grep vera ~/mails')
    await stop()

    const send = take('gatehouse mail test')
    for (const address of [
      tls,
      startTls,
      plain,
      `smtps://user:password@127.0.0.1:465${anyCertificate}`,
      `smtps://user:password@127.0.0.1:465${named}`,
    ]) {
      await run('>~/mails')
      const steps = await run(`GATEHOUSE_SMTP_URL='${address}' ${send}`)
      expect(steps).toMatch(/^Acceptance +done/m)
      expect(/^Encryption +(.*)/m.exec(steps)?.[1]).toMatch(address === plain ? /^not used/ : /^done/)
      expect(await run('cat ~/mails')).toBe(`${new URL(address ?? '').port} you@example.org`)
    }
    await run('kill $mails')
  })

  test('the developer tools answer as the page says @operate-4', async () => {
    const { run, start, stop, ask } = machine
    await start('gatehouse start')
    const page = async (path: string) => (await ask(origin + path, undefined, '-L')).body
    expect(await page(`${take('/dev/inbox?to=')}${person.email}`)).toContain('vera')
    const { id } = JSON.parse(await page('/self-service/login/api'))
    expect(await page(`${take('/dev/flow?id=')}${id}`)).toContain(id)
    const states = await page(`${take('/dev/preview?state=')}settings-totp-wrong`)
    expect(states).toContain('settings-totp-wrong: Dark')
    expect(await page(take('/dev/preview.yml'))).toContain('brand')
    expect(await page(take('/dev/docs'))).toContain('Operate')
    expect(await page(take('/dev/checks'))).toContain('Nothing found.')

    const faults = take('/dev/faults')
    expect(await run(take('curl -d'))).toContain('submit_lost')
    const armed = await ask(origin + faults, JSON.parse(take('POST {"fault"').slice(5)))
    expect([armed.status, armed.body]).toEqual([200, expect.stringContaining('submit_lost')])
    expect((await ask(origin + faults, { fault: 'none' })).status).toBe(200)

    const clock = take('/dev/clock')
    const moved = async (body: string) => JSON.parse((await ask(origin + clock, JSON.parse(body))).body)
    expect((await moved(take('POST {"move"').slice(5))).offset_ms).toBeCloseTo(5_400_000, -3)
    expect((await moved(take('{"to"'))).now).toContain('2030-01-01T00:00')
    expect((await moved(take('{"reset"'))).offset_ms).toBe(0)

    // A page reports a text that its catalogue lacks.
    const missed = await ask(`${origin}/locales/add/fr/login`, { 'hint.moved': 'A hint' }, '-H', `origin: ${origin}`)
    expect(missed.status).toBe(204)
    await stop()
    const [show, forget, merge] = [' --dry-run', ' --forget', ''].map((end) => take(`gatehouse locales merge${end}`))
    const added = '+ fr/login hint.moved: "A hint"'
    expect(await run(show ?? '')).toContain(added)
    expect(await run(merge ?? '')).toContain('1 added')
    expect(await run(forget ?? '')).toBeDefined()
    expect(await run(merge ?? '')).toContain('No missing texts')
  })

  test('an upgrade is a backup and a check with nothing wrong @operate-5', async () => {
    const { run } = machine
    const backup = take('gatehouse backup create --to FOLDER')
    expect(await run(backup.replace('FOLDER', '~/before/'))).toContain('acknowledged before')
    expect(await run(take('gatehouse check'))).toContain('nothing found')
  })

  test('an installation moves to PostgreSQL, whose archives, backups and dumps open in a new database @operate-6', async () => {
    const { run, start, stop, ask, folder } = machine
    await run('cd ~')
    await startPostgres(machine)
    const [createRole, database] = [take('CREATE ROLE'), take('CREATE DATABASE')]
    createDatabase = database
    await run(`${superuser} <<'END'\n${createRole}\n${database}\nEND`)
    const setting = take(
      "GATEHOUSE_DATABASE='postgres://gatehouse:a%20secret@db.internal:5432/gatehouse?sslmode=verify-full&",
    )
    await run(`${setting}; address=$GATEHOUSE_DATABASE; unset GATEHOUSE_DATABASE`)
    const move = take('gatehouse database move --to')
    expect(await run(move.replace('postgres://…', '"$address"'))).toMatch(/3 people and \d+ rows/)
    await run(setting)
    await opens('gatehouse start')
    // A project is deleted, whose accounts the database keeps.
    const key = readFileSync(join(folder, 'data/workspace-api-key'), 'utf8').trim()
    const control = async (path: string, body: object) =>
      JSON.parse((await ask(`http://localhost:4456${path}`, body, '-H', `authorization: Bearer ${key}`)).body)
    const { id, slug } = await control('/projects', { name: 'Shop', environment: 'dev' })
    await control(`/projects/${id}/purge`, { slug })
    const file = await run('gatehouse backup create --to ~/of-postgres.tar.gz')
    expect(file).toContain('3 people')
    await stop()
    expect(await run(take('gatehouse archive list'))).toContain(id)
    await run(take('gatehouse archive export ID').replace('ID', id))
    expect(readdirSync(join(folder, `${slug}-${id}`)).toSorted()).toEqual([
      'identity.sqlite',
      'project.json',
      'secrets.json',
    ])
    await run(take('gatehouse archive remove ID').replace('ID', id))
    expect(await run('gatehouse archive list')).not.toContain(id)

    await run(`export PGHOST=127.0.0.1 PGUSER=postgres; ${take('pg_dump')}`)
    await emptyDatabase()
    await run('GATEHOUSE_DATA=~/restored gatehouse backup restore ~/of-postgres.tar.gz')
    await opens('GATEHOUSE_DATA=~/restored gatehouse start')
    await stop()
    await emptyDatabase()
    await run(take('pg_restore'))
    await opens('gatehouse start')
    await stop()

    await emptyDatabase()
    writeFileSync(join(folder, 'kratos.yml'), kratos(page.block('dsn: '), 'a secret of at least 32 characters'))
    await start(serve, 'http://127.0.0.1:4433/health/ready')
    await stop()
    await run(
      `dropdb gatehouse && ${superuser} -c "${database}" && pg_restore --exit-on-error --dbname=gatehouse gatehouse.dump`,
    )
  })

  test('two gateways share the database with the settings of the page, and old secrets retire @operate-7', async () => {
    const { run, start, stop } = machine
    await run(`${take('openssl rand')} >/run/secrets/gatehouse`)
    for (const line of ['PUBLIC_URL', 'TRUSTED_PROXY', 'DATABASE', 'SECRETS']) await run(take(`GATEHOUSE_${line}=`))
    await run('mkdir ~/second && cp ~/data/secrets.json ~/second')
    const host = ['-H', 'host: id.example.org', '-H', 'x-forwarded-proto: https']
    await start('gatehouse start', 'http://127.0.0.1:4455/health/ready')
    await run('first=$service')
    await start(
      'GATEHOUSE_DATA=~/second GATEHOUSE_LISTEN_PORT=4465 GATEHOUSE_CONSOLE_LISTEN_PORT=4466 GATEHOUSE_ADMIN_URL=http://127.0.0.1:4444 gatehouse start',
      'http://127.0.0.1:4465/health/ready',
    )
    for (const port of [4455, 4465]) expect(await submit('login', `http://127.0.0.1:${port}`, ...host)).toBe(200)
    await stop()
    await run('service=$first')
    await stop()
    expect(await run('gatehouse secrets retire')).toContain('newest secret')
  })

  test('this test runs every command and sample of the page @operate-8', () => {
    expect(page.left()).toEqual([])
  })
})

test.skipIf(missing !== undefined)(
  'a command that hangs ends its machine, and the next one fails at once',
  async () => {
    const machine = await openMachine([], { seconds: 2 })
    await expect(machine.run('echo begun; sleep 600')).rejects.toThrow(/sleep 600, or after 2 s of it:\nbegun/)
    await expect(machine.run('true')).rejects.toThrow('the machine ended at true')
    await machine.end()
  },
)

/** A file of the service alone; `dsn` is an address, or the lines of the page. */
function kratos(dsn: string, secret: string): string {
  const email = { type: 'string', 'ory.sh/kratos': { credentials: { password: { identifier: true } } } }
  const traits = { type: 'object', properties: { email } }
  const schema = Buffer.from(JSON.stringify({ type: 'object', properties: { traits } })).toString('base64')
  return `${dsn.startsWith('dsn:') ? dsn : `dsn: ${dsn}\n`}secrets: { default: ['${secret}'] }
identity: { default_schema_id: person, schemas: [{ id: person, url: 'base64://${schema}' }] }
selfservice: { default_browser_return_url: 'http://localhost:4455/' }
`
}

/** Starts a server with TLS, by a certificate that the machine's programs trust. */
async function startPostgres({ run, until, folder }: Machine): Promise<void> {
  await run('as-postgres initdb -D ~/postgres -U postgres -A trust -E UTF8 --no-sync')
  const access = 'host all postgres 127.0.0.1/32 trust\nhostssl all gatehouse 127.0.0.1/32 scram-sha-256\n'
  writeFileSync(join(folder, 'postgres/pg_hba.conf'), access)
  await run('cp ~/ca.pem ~/key.pem ~/postgres && chmod 600 ~/postgres/key.pem')
  const settings = ['unix_socket_directories=', 'fsync=off', 'ssl=on', 'ssl_cert_file=ca.pem', 'ssl_key_file=key.pem']
  const words = settings.map((one) => `-c ${one}`).join(' ')
  await run(`as-postgres postgres -D ~/postgres ${words} >~/postgres.log 2>&1 &`)
  await until('psql -h 127.0.0.1 -U postgres -c "SELECT 1"')
}
