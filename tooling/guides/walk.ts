import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { buildPackages } from '../pack-packages.ts'
import { openRegistry } from '../pack/local-registry.ts'
import { root } from '../pack/published.ts'
import { openGroups, type Group } from './groups.ts'
import type { Step } from './steps.ts'

/** Other ports than a guide's, by the guide's. Absent: as it says. */
export type Ports = ReadonlyMap<number, number>

/** A reader who follows a guide in an empty folder. Our packages come from this copy, everything else from npm. */
export interface Walk {
  take(step: Step): Promise<void>
  /** As the guide has it, at the ports of this walk. */
  here(text: string): string
  /** Everything that a running command has written so far. */
  said(command: string): string
  end(): Promise<void>
}

/** Makes the folder and the registry. */
export async function openWalk(ports: Ports = new Map()): Promise<Walk> {
  const outer = mkdtempSync(join(tmpdir(), 'gatehouse-guide-'))
  // An application is called as its folder.
  const folder = join(outer, 'shop')
  mkdirSync(folder)
  const registry = await openRegistry(await buildPackages(), join(outer, 'packed'))
  const here = (text: string) => text.replaceAll(/\b\d{4}\b/g, (port) => String(ports.get(Number(port)) ?? port))
  const environment = {
    ...process.env,
    PATH: `${join(root, 'node_modules/node/bin')}:${process.env['PATH'] ?? ''}`,
    npm_config_registry: registry.url,
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_prefer_offline: 'true',
    NEXT_TELEMETRY_DISABLED: '1',
    // Addresses that the guides leave at their defaults.
    GATEHOUSE_CONSOLE_URL: here('http://localhost:4456'),
    GATEHOUSE_ADMIN_URL: here('http://127.0.0.1:4434'),
  }
  const groups = openGroups()
  const running = new Map<string, Group>()

  async function take(step: Step): Promise<void> {
    if (step.kind === 'file') {
      mkdirSync(dirname(join(folder, step.name)), { recursive: true })
      return writeFileSync(join(folder, step.name), here(step.text))
    }
    const { command } = step
    const port = portOf(command)
    // Next.js asks the environment, as its guide names no port.
    const env = { ...environment, ...(port === 3000 && { PORT: here(String(port)) }) }
    const group = groups.start(here(command), { cwd: folder, env })
    const { child, output } = group
    if (step.kind === 'run') {
      const [code] = await once(child, 'exit')
      if (code !== 0) throw new Error(`${command} ended with ${code}:\n${output()}`)
      return
    }
    running.set(command, group)
    for (;;) {
      const end = child.exitCode ?? child.signalCode
      if (end !== null) throw new Error(`${command} ended with ${end}:\n${output()}`)
      if ((await fetch(here(`http://localhost:${port}/`), { redirect: 'manual' }).catch(() => undefined)) !== undefined)
        return
      await delay(100)
    }
  }

  return {
    take,
    here,
    said: (command) => running.get(command)?.output() ?? '',
    async end() {
      await groups.end()
      registry.close()
      rmSync(outer, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

/** Returns the port on which a command's service answers. */
function portOf(command: string): number {
  if (command.includes('gatehouse')) return 4455
  return command.includes('receiver') ? 3001 : 3000
}
