import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { freePorts, repositoryRoot, testsBundle } from '@gatehouse/testing/processes'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-rights-'))
afterAll(() => rmSync(folder, { recursive: true }))

const unit = readFileSync(new URL('../../../../deploy/systemd/gatehouse.service', import.meta.url), 'utf8').split('\n')
const valuesOf = (name: string) =>
  unit.flatMap((line) => (line.startsWith(`${name}=`) ? [line.slice(name.length + 1)] : []))

/** Returns the reason why no process can run with a unit's rights here; undefined if one can. */
function isMissing(): string | undefined {
  const missing = ['bwrap', 'systemd-analyze', 'python3'].filter((one) => spawnSync(one, ['--version']).status !== 0)
  if (missing.length > 0 && process.env['CI'] === 'true') throw new Error(`missing: ${missing.join(', ')}`)
  if (missing.length > 0) return missing.join(', ')
  // A container may forbid namespaces: then rights cannot be restricted here.
  const tried = spawnSync('bwrap', ['--ro-bind', '/', '/', '--unshare-user', '--unshare-pid', 'true'])
  if (tried.status !== 0) return 'this machine allows no namespaces'
  return testsBundle() ? undefined : 'the bundle is not what is tested'
}

/** Returns the system calls that the unit allows, by systemd's own lists. */
function allowedCalls(): readonly string[] {
  const groups = new Map<string, string[]>()
  let group: string[] = []
  // systemd-analyze warns if the kernel does not list its system calls.
  const { stdout } = spawnSync('systemd-analyze', ['--no-pager', 'syscall-filter'], { encoding: 'utf8' })
  for (const line of stdout.split('\n')) {
    const word = line.replace(/#.*/, '').trim()
    if (line.startsWith('@')) groups.set(word, (group = []))
    else if (word !== '') group.push(word)
  }
  const callsOf = (name: string): readonly string[] =>
    name.startsWith('@') ? (groups.get(name) ?? []).flatMap(callsOf) : [name]
  const allowed = new Set(callsOf('@default'))
  for (const filter of valuesOf('SystemCallFilter')) {
    const names = filter.replace(/^~/, '').split(' ').flatMap(callsOf)
    for (const name of names) {
      if (filter.startsWith('~')) allowed.delete(name)
      else allowed.add(name)
    }
  }
  return [...allowed]
}

/** Writes the filter as the kernel reads it; every other call fails with EPERM, as the unit specifies. */
const writeFilter = `
import ctypes, sys
lib = ctypes.CDLL('libseccomp.so.2')
lib.seccomp_init.restype = ctypes.c_void_p
filter = ctypes.c_void_p(lib.seccomp_init(ctypes.c_uint32(0x00050000 | 1)))
for name in sys.stdin.read().split():
    number = lib.seccomp_syscall_resolve_name(name.encode())
    if number >= 0: assert lib.seccomp_rule_add(filter, ctypes.c_uint32(0x7fff0000), number, 0) == 0, name
with open(sys.argv[1], 'wb') as file: assert lib.seccomp_export_bpf(filter, file.fileno()) == 0
`

/** A root that has nothing but programs, the release, the settings and the folders of the unit. */
function rootOf(state: string, cache: string, settings: string): readonly string[] {
  const node = process.execPath
  const links = ['bin', 'lib', 'lib64', 'sbin'].flatMap((name) => ['--symlink', `usr/${name}`, `/${name}`])
  const files = ['resolv.conf', 'hosts', 'nsswitch.conf', 'ssl', 'localtime']
  const folders = [
    ['--ro-bind', '/usr', '/usr'],
    ['--proc', '/proc'],
    ['--dev', '/dev'],
    ['--tmpfs', '/tmp'],
    ['--ro-bind', dirname(node), '/opt/node'],
    ['--ro-bind', join(repositoryRoot, 'dist'), '/opt/gatehouse'],
    ['--ro-bind', settings, '/etc/gatehouse'],
    ['--bind', state, '/var/lib/gatehouse'],
    ['--bind', cache, '/var/cache/gatehouse'],
  ]
  const own = files.flatMap((name) => ['--ro-bind-try', `/etc/${name}`, `/etc/${name}`])
  return [...folders.flat(), ...links, ...own, '--remount-ro', '/']
}

/** Returns the process that the unit starts: the first one below bwrap that is not bwrap itself. */
function programBelow(pid: number): number {
  const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  if (child === undefined || child === '') throw new Error('bwrap runs nothing')
  return readFileSync(`/proc/${child}/comm`, 'utf8').trim() === 'bwrap' ? programBelow(Number(child)) : Number(child)
}

const missing = isMissing()
if (missing !== undefined) console.warn(`@deploy-7 is left out: ${missing}.`)
test.skipIf(missing !== undefined)(
  'the program needs no more rights than its unit gives it: it starts, signs people up and ends in order @deploy-7',
  { timeout: 180_000 },
  async () => {
    const [pages = 0, admin = 0, console_ = 0] = await freePorts(3)
    const [state, cache, settings] = ['state', 'cache', 'settings'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ]
    for (const one of [state, cache, settings]) mkdirSync(one, { mode: 0o700 })
    const origin = `http://localhost:${pages}`
    writeFileSync(
      join(settings, 'gatehouse.yml'),
      `public_url: ${origin}\nadmin_url: http://127.0.0.1:${admin}\nconsole_url: http://localhost:${console_}\ndev: false\n`,
    )
    const filter = join(folder, 'filter')
    execFileSync('python3', ['-c', writeFilter, filter], { input: allowedCalls().join(' ') })
    const environment = valuesOf('Environment').flatMap((one) => {
      const [name = '', ...value] = one.split('=')
      return ['--setenv', name, value.join('=')]
    })
    const [start = ''] = valuesOf('ExecStart')
    const rights = ['--unshare-user', '--uid', '61184', '--gid', '61184', '--unshare-pid', '--unshare-ipc']
    const args = [
      rootOf(state, cache, settings),
      [...rights, '--cap-drop', 'ALL', '--new-session', '--die-with-parent', '--seccomp', '3'],
      ['--clearenv', '--setenv', 'PATH', '/opt/node:/usr/bin:/bin', ...environment],
      ['--chdir', valuesOf('WorkingDirectory')[0] ?? '', '--', ...start.split(' ')],
    ].flat()
    const program = spawn('sh', ['-c', 'exec bwrap "$@" 3<"$0"', filter, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [program.stdout, program.stderr]) stream.on('data', (said) => (output += String(said)))
    const exited = once(program, 'exit')
    let main: number | undefined
    try {
      const ready = () =>
        fetch(`${origin}/health/ready`).then(
          ({ status }) => status,
          () => (program.exitCode === null ? 0 : output),
        )
      await expect.poll(ready, { timeout: 120_000 }).toBe(200)
      main = programBelow(program.pid ?? 0)
      const status = readFileSync(`/proc/${main}/status`, 'utf8')
      for (const line of ['NoNewPrivs:\t1', 'Seccomp:\t2', 'CapEff:\t0000000000000000', 'CapBnd:\t0000000000000000'])
        expect(status).toContain(line)
      expect((await fetch(`${origin}/login`)).status).toBe(200)
      const flow = await (await fetch(`${origin}/self-service/registration/api`)).json()
      const made = await fetch(`${origin}/self-service/registration?flow=${flow.id}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          method: 'password',
          password: 'Birch-and-ash-4711',
          traits: { email: 'ada@example.org' },
        }),
      })
      expect(made.status).toBe(200)
      expect(readdirSync(state)).toEqual(expect.arrayContaining(['identity.sqlite', 'secrets.json']))
      expect(output).not.toMatch(/EPERM|EACCES|EROFS/)
    } finally {
      // As systemd does: the signal is sent to the program itself.
      if (main === undefined) program.kill('SIGKILL')
      else process.kill(main, 'SIGTERM')
      await exited
    }
    expect(program.exitCode).toBe(0)
  },
)
