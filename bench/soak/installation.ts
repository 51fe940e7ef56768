import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts, startGateway, type GatewayProcess } from '@gatehouse/testing/processes'
import { residentOf, workerOf } from '../engines/process-tree.ts'
import { openShelf, type Books } from './books.ts'
import { makeCertificate } from './certificate.ts'
import { startMailSink, type MailSink } from './mail-sink.ts'
import type { SoakOptions } from './options.ts'
import { startReceiver, type Receiver } from './receiver.ts'
import { eventsKeptDays, soakConfig } from './soak-config.ts'
import { openMovedClock, type MovedClock } from './surroundings/moved-clock.ts'
import { receiverName } from './surroundings/named-receiver.ts'
import { surroundingsEnvironment } from './surroundings/settings.ts'

/** Of each process, in MiB; the first worker does the background work. */
export type Memory = Readonly<Record<'primary' | 'first' | 'second', number>>

/** The bundle, outside of development mode, with two workers; and all that is around it. */
export interface Installation {
  readonly origin: string
  readonly adminOrigin: string
  readonly clock: MovedClock
  readonly mail: MailSink
  readonly receiver: Receiver
  readonly books: Books
  /** Calls the control plane with the key of the first owner. */
  readonly control: (method: string, path: string, body?: object) => Promise<unknown>
  readonly memory: () => Memory
  /** Returns the output of its processes. */
  readonly logs: () => string
  /** Kills a worker, as the kernel does if memory is short. */
  readonly killWorker: (which: 'first' | 'second') => void
  /** Ends the whole of it as a supervisor does, and starts it again. */
  readonly restart: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** The bundle, or the program of tests: the bundle if `npm test` has made it, else the sources. */
export type Program = 'built' | 'tested'

const dayMs = 86_400_000

/** Starts it, at a time so many days ago. */
export async function startInstallation(
  { database, days }: Pick<SoakOptions, 'database' | 'days'>,
  program: Program,
): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-soak-'))
  const dataFolder = join(folder, 'data')
  const certificate = makeCertificate(folder, receiverName)
  const [shelf, mail, receiver, clock, [publicPort = 0, admin = 0, console = 0]] = await Promise.all([
    openShelf(database, dataFolder),
    startMailSink(),
    startReceiver(certificate),
    openMovedClock(folder, -days * dayMs),
    freePorts(3),
  ])
  const configFile = join(folder, 'kratos.yml')
  const deployment = {
    dsn: shelf.dsn,
    publicUrl: `http://localhost:${publicPort}`,
    adminUrl: `http://127.0.0.1:${admin}`,
    mailServer: mail.uri,
  }
  await writeFile(configFile, JSON.stringify(soakConfig(deployment)))
  const start = () =>
    startGateway({
      dataFolder,
      ports: { public: publicPort, admin, console },
      ...(program === 'built' && { mode: program }),
      environment: {
        ...shelf.environment,
        ...surroundingsEnvironment({ clock: clock.settings, receiverPort: receiver.port }),
        NODE_EXTRA_CA_CERTS: certificate.file,
        GATEHOUSE_DEV: 'false',
        GATEHOUSE_WORKERS: '2',
        GATEHOUSE_IDENTITY_CONFIG: configFile,
        // The load comes by way of a proxy, which tells the addresses of people.
        GATEHOUSE_TRUSTED_PROXY: 'true',
        GATEHOUSE_LISTEN_PORT: String(publicPort),
        GATEHOUSE_CONSOLE_LISTEN_PORT: String(console),
        GATEHOUSE_EVENTS_KEPT_DAYS: String(eventsKeptDays),
        GATEHOUSE_SESSION_IDLE_DAYS: '1',
        LOG_LEVEL: 'warn',
      },
    })
  let gateway: GatewayProcess = await start()
  let logs = ''
  const books = await shelf.open()
  const key = (await readFile(join(dataFolder, 'workspace-api-key'), 'utf8')).trim()
  return {
    origin: gateway.origin,
    adminOrigin: gateway.adminOrigin,
    clock,
    mail,
    receiver,
    books,
    control: async (method, path, body) => {
      const answer = await fetch(gateway.consoleOrigin + path, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text}`)
      return text === '' ? undefined : JSON.parse(text)
    },
    memory: () => memoryOf(gateway.pid),
    logs: () => logs + gateway.logs(),
    killWorker: (which) => process.kill(workerOf(gateway.pid, which), 'SIGKILL'),
    restart: async () => {
      await gateway.stop(30_000)
      logs += gateway.logs()
      gateway = await start()
    },
    stop: async () => {
      await books.close()
      await gateway.stop(30_000)
      await Promise.all([mail.goDown(), receiver.goDown(), clock.close(), shelf.remove()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function memoryOf(primary: number): Memory {
  return {
    primary: residentOf(primary),
    first: residentOf(workerOf(primary, 'first')),
    second: residentOf(workerOf(primary, 'second')),
  }
}
