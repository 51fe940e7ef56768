import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts, startGateway } from '@gatehouse/testing/processes'
import { afterAll, beforeAll, vi } from 'vitest'
import { timeoutMs, run } from './terminal.fixture.ts'

/**
 * Creates a data folder for the tests of one file, the command that works on it, and a gateway that may be started on
 * it again and again, at the same ports.
 */
export function ownDataFolder(name: string) {
  vi.setConfig({ testTimeout: timeoutMs, hookTimeout: timeoutMs })
  let folder = ''
  let ports = { public: 0, admin: 0 }
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), `gatehouse-${name}-`))
    const [publicPort = 0, adminPort = 0] = await freePorts(2)
    ports = { public: publicPort, admin: adminPort }
  })
  afterAll(() => rm(folder, { recursive: true }))
  const data = () => join(folder, 'data')
  const gatehouseWith = (environment: Readonly<Record<string, string>>, ...args: readonly string[]) =>
    run(folder, args, '', { GATEHOUSE_DATA: data(), ...environment })
  return {
    /** The folder around the data. */
    folder: () => folder,
    data,
    gatehouse: (...args: readonly string[]) => gatehouseWith({}, ...args),
    gatehouseWith,
    start: (environment: Readonly<Record<string, string>> = {}) =>
      startGateway({ dataFolder: data(), ports, environment }),
  }
}
