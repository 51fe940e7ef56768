import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { testsBundle } from '@gatehouse/testing/processes'
import { root } from '../pack/published.ts'

/** The output of a command on both streams, and its exit code. */
export interface Said {
  readonly code: number
  readonly output: string
}

/** An answer to curl. */
export interface Answer {
  readonly status: number
  readonly body: string
}

/**
 * A machine with a network, ports, folders and a `gatehouse` of its own, so that commands of a manual run unchanged. One
 * shell keeps settings and folder from command to command.
 */
export interface Machine {
  /** The folder of the operator, which only this machine uses. */
  readonly folder: string
  /** Runs a command; throws if it ends with another code than 0. */
  readonly run: (command: string) => Promise<string>
  /** Runs a command that may fail. */
  readonly attempt: (command: string) => Promise<Said>
  /** Runs a command again and again, for a minute or more, until it succeeds. */
  readonly until: (command: string) => Promise<string>
  /** Starts a service and waits until it answers at this address. */
  readonly start: (command: string, ready?: string) => Promise<void>
  /** Asks the service that was started last to end (SIGTERM), and waits for it. Returns what it has written. */
  readonly stop: () => Promise<string>
  /** Sends a request, by the machine's curl. A body makes it a POST of JSON. */
  readonly ask: (url: string, body?: object, ...options: readonly string[]) => Promise<Answer>
  end(): Promise<void>
}

const needed = ['bwrap', 'sqlite3', 'psql', 'openssl', 'curl', 'npm']
const versions = '/usr/lib/postgresql'

/** Returns why there can be no such machine here; undefined if there can. With `CI=true` a missing program is an error. */
export function machineIsMissing(): string | undefined {
  const missing = needed.filter((one) => spawnSync('sh', ['-c', `command -v ${one}`]).status !== 0)
  if (missing.length > 0 && process.env['CI'] === 'true') throw new Error(`missing: ${missing.join(', ')}`)
  if (missing.length > 0) return missing.join(', ')
  if (spawnSync('bwrap', [...rights, '--ro-bind', '/', '/', 'true']).status !== 0)
    return 'this machine allows no namespaces'
  return testsBundle() ? undefined : 'the bundle is not what is tested'
}

/** Its root binds the ports of mail servers, and has no power over this machine. */
const rights = ['--unshare-user', '--unshare-pid', '--unshare-net', '--uid', '0', '--gid', '0', '--cap-add', 'ALL']

/**
 * Makes one. `names`: host names that are the machine itself; `seconds`: the limit of one command. A command that takes
 * longer ends the machine, and fails: otherwise each test after it would wait for it as well.
 */
export async function openMachine(names: readonly string[], { seconds = 180 } = {}): Promise<Machine> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-machine-'))
  const [version = ''] = readdirSync(versions).toSorted((a, b) => Number(b) - Number(a))
  prepare(folder, names)
  const own = (name: string, at: string) => ['--bind', join(folder, name), at]
  const mounts = [
    ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--bind', folder, folder],
    ['--tmpfs', '/var/backups', ...own('backups', '/var/backups/gatehouse')],
    ['--tmpfs', '/srv', ...own('srv', '/srv/gatehouse'), '--tmpfs', '/run', ...own('secrets', '/run/secrets')],
    ...['hosts', 'passwd'].map((name) => own(name, `/etc/${name}`)),
  ]
  const path = [
    join(folder, 'bin'),
    join(root, 'node_modules/node/bin'),
    join(versions, version, 'bin'),
    '/usr/bin:/bin:/usr/sbin',
  ]
  const settings = {
    PATH: path.join(':'),
    HOME: folder,
    TMPDIR: join(folder, 'tmp'),
    LC_ALL: 'C.UTF-8',
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
    NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
    GATEHOUSE_WORKERS: '1',
  }
  const environment = Object.entries(settings).flatMap(([name, value]) => ['--setenv', name, value])
  const shell = spawn(
    'bwrap',
    [...mounts.flat(), ...rights, '--die-with-parent', '--clearenv', ...environment, '--chdir', folder].concat(
      // Settings that a manual writes one to a line are for the programs after them.
      ['bash', '--noprofile', '--norc', '-a'],
    ),
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  // Writing to a machine that has ended is told by the end of its lines.
  shell.stdin.on('error', () => {})
  const lines = createInterface({ input: shell.stdout })[Symbol.asyncIterator]()

  async function attempt(command: string): Promise<Said> {
    // By a file: a program may leave a socket that it shares with the shell unable to wait.
    shell.stdin.write(`{ ${command}\n} >"$HOME/output" 2>&1 </dev/null; echo $?\n`)
    const limit = setTimeout(() => shell.kill('SIGKILL'), seconds * 1_000)
    const { value, done } = await lines.next()
    clearTimeout(limit)
    const output = readFileSync(join(folder, 'output'), 'utf8').trim()
    if (done === true) throw new Error(`the machine ended at ${command}, or after ${seconds} s of it:\n${output}`)
    return { code: Number(value), output }
  }
  async function run(command: string): Promise<string> {
    const { code, output } = await attempt(command)
    if (code !== 0) throw new Error(`${command} ended with ${code}:\n${output.slice(-2_000)}`)
    return output
  }
  /** `going`: fails when there is no more to wait for. */
  const until = (command: string, going = 'true') =>
    run(`(for _ in {1..600}; do (${command}) && exit; ${going} || break; sleep 0.1; done; cat "$HOME"/*.log; exit 1)`)
  return {
    folder,
    run,
    attempt,
    until: (command) => until(command),
    async start(command, ready = 'http://localhost:4455/health/ready') {
      // A job of its own is a group of processes, which ends as a whole, as a unit of systemd does.
      await run(`set -m; (${command}) >"$HOME/service.log" 2>&1 & service=$!; set +m`)
      await until(`curl -fs -o /dev/null ${ready}`, 'kill -0 $service')
    },
    stop: () =>
      run('kill -- -$service; while kill -0 -- -$service; do sleep 0.1; done 2>/dev/null; cat "$HOME/service.log"'),
    async ask(url, body, ...options) {
      const sent = body === undefined ? [] : ['-H', 'content-type: application/json', '-d', JSON.stringify(body)]
      const words = ['curl', '-s', '-w', '\n%{http_code}', ...options, ...sent, url]
      const said = (await run(words.map(quoted).join(' '))).split('\n')
      return { status: Number(said.pop()), body: said.join('\n') }
    },
    async end() {
      const exited = once(shell, 'exit')
      if (shell.kill('SIGKILL')) await exited
      rmSync(folder, { recursive: true })
    },
  }
}

const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`

/** Writes what the machine has: the copied program, names, and a certificate for them that its programs trust. */
function prepare(folder: string, names: readonly string[]): void {
  for (const name of ['bin', 'backups', 'srv', 'secrets', 'tmp']) mkdirSync(join(folder, name))
  const program = join(folder, 'gatehouse')
  cpSync(join(root, 'dist'), program, { recursive: true })
  const script = (name: string, line: string) =>
    writeFileSync(join(folder, 'bin', name), `#!/bin/sh\nexec ${line} "$@"\n`, { mode: 0o755 })
  script('gatehouse', `node ${join(program, 'gatehouse.js')}`)
  // PostgreSQL refuses to run as root.
  const ordinary = '--unshare-user --uid 1000 --gid 1000 --die-with-parent'
  script('as-postgres', `bwrap --bind / / --dev-bind /dev /dev ${ordinary}`)
  writeFileSync(join(folder, 'hosts'), `127.0.0.1 localhost ${names.join(' ')}\n`)
  writeFileSync(join(folder, 'passwd'), 'root:x:0:0::/root:/bin/sh\npostgres:x:1000:1000::/tmp:/bin/sh\n')
  const alternatives = ['localhost', ...names].map((name) => `DNS:${name}`).join(',')
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=machine'].concat(
      ['-addext', `subjectAltName=${alternatives}`],
      ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'ca.pem')],
    ),
    { stdio: 'ignore' },
  )
}
