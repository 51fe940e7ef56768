import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePorts, startGateway, type GatewayProcess } from '@gatehouse/testing/processes'
import { engineConfig } from '../engines/engine-config.ts'
import { workerOf } from '../engines/process-tree.ts'
import { makeSmallDisk, type SmallDisk } from './small-disk.ts'

/** Gateways that can end and be started again, each with its own ports and folder. */
export interface Installation {
  readonly origins: readonly string[]
  readonly gateway: (index: number) => GatewayProcess
  /** The disk of a gateway's data folder. */
  readonly disk: (index: number) => SmallDisk
  /** A worker of a gateway. The first one has served longest: it does the background work if its gateway does it. */
  readonly worker: (index: number, which: 'first' | 'second') => number
  /** Starts a gateway that has ended, as a supervisor does; it may be a copy of the program in a folder. */
  readonly again: (index: number, program?: string) => Promise<void>
  readonly stop: () => Promise<void>
}

/** Memory of a password's hash; with the usual 128 MB two processors make eight a second. */
export const hashMemory = '1MB'

/** Returns the configuration of the comparison with Ory Kratos, with a cheaper hash, and sign-ups that sign in. */
function configuration(dsn: string, ports: { readonly public: number; readonly admin: number }) {
  const base = engineConfig({
    dsn,
    publicUrl: `http://localhost:${ports.public}`,
    adminUrl: `http://127.0.0.1:${ports.admin}`,
  })
  const { flows } = base.selfservice
  const registration = { ...flows.registration, after: { password: { hooks: [{ hook: 'session' }] } } }
  return {
    ...base,
    selfservice: { ...base.selfservice, flows: { ...flows, registration } },
    hashers: { ...base.hashers, argon2: { ...base.hashers.argon2, memory: hashMemory } },
  }
}

/** Starts them with the bundle, outside development mode, with two workers each. */
export async function startInstallation(
  count: number,
  environment: Readonly<Record<string, string>>,
): Promise<Installation> {
  const gateways: GatewayProcess[] = []
  const { GATEHOUSE_DATABASE: shared } = environment
  const dsnIn = (folder: string) => shared ?? `sqlite://${join(folder, 'identity.sqlite')}?_fk=true&mode=rwc`
  const setups = await Promise.all(
    Array.from({ length: count }, async () => {
      const [publicPort = 0, admin = 0, console = 0] = await freePorts(3)
      const [disk, ports] = [makeSmallDisk(), { public: publicPort, admin, console }]
      writeFileSync(join(disk.folder, 'kratos.yml'), JSON.stringify(configuration(dsnIn(disk.folder), ports)))
      return { disk, ports }
    }),
  )
  const setupOf = (index: number) => found(setups[index])
  async function again(index: number, program?: string): Promise<void> {
    const { disk, ports } = setupOf(index)
    gateways[index] = await startGateway({
      dataFolder: disk.folder,
      ports,
      mode: 'built',
      ...(program !== undefined && { program }),
      environment: {
        GATEHOUSE_DEV: 'false',
        GATEHOUSE_WORKERS: '2',
        GATEHOUSE_IDENTITY_CONFIG: join(disk.folder, 'kratos.yml'),
        GATEHOUSE_CODES_PER_ADDRESS: 'off',
        LOG_LEVEL: 'warn',
        ...environment,
      },
    })
  }
  for (const index of setups.keys()) {
    // oxlint-disable-next-line no-await-in-loop -- the first one does the background work
    await again(index)
  }
  const gateway = (index: number) => found(gateways[index])
  return {
    origins: gateways.map(({ origin }) => origin),
    gateway,
    disk: (index) => setupOf(index).disk,
    worker: (index, which) => workerOf(gateway(index).pid, which),
    again,
    stop: async () => {
      await Promise.all(gateways.map((one) => one.stop()))
      for (const { disk } of setups) disk.remove()
    },
  }
}

function found<T>(one: T | undefined): T {
  if (one === undefined) throw new Error('there is no such gateway')
  return one
}
