import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { freePort } from '@gatehouse/testing/processes'

/** A comparison server of bench/servers, running in a separate process. */
export interface Contender {
  readonly url: string
  stop(): Promise<void>
}

/**
 * Starts `bench/servers/{name}.ts` on a free port and waits until it answers. Its address says `localhost`, as the
 * gateway's does, so that looking the name up is charged to both.
 */
export async function startContender(name: string, probePath: string): Promise<Contender> {
  const port = await freePort()
  const child = spawn(process.execPath, [fileURLToPath(new URL(`servers/${name}.ts`, import.meta.url)), String(port)], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://localhost:${port}`
  await answers(url + probePath, child)
  return { url, stop: () => ended(child) }
}

/** Waits until a URL answers 200; throws if the process dies first. */
export async function answers(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (hasEnded(child)) throw new Error(`the server for ${url} ended with code ${child.exitCode ?? child.signalCode}`)
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

/** Ends a process by its id and waits for it. */
export async function ended(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGTERM')
  await exit
}

/** Tells whether a process has ended, by a signal too. */
function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

/** Returns resident memory of a process in MiB, as the kernel counts it (Linux). */
export function residentMiB(processId: number): number {
  return memoryOf(processId, 'VmRSS')
}

/** Returns the most resident memory that a process has had, in MiB (Linux). */
export function peakMiB(processId: number): number {
  return memoryOf(processId, 'VmHWM')
}

function memoryOf(processId: number, figure: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${processId}/status`, 'utf8')
  return Number(new RegExp(`${figure}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024
}

/** Builds the bare React Router page of bench/bare-router; under a second. */
export function buildBareRouter(): void {
  const folder = fileURLToPath(new URL('bare-router', import.meta.url))
  const program = fileURLToPath(new URL('../node_modules/@react-router/dev/bin.cjs', import.meta.url))
  const built = spawnSync(process.execPath, [program, 'build'], { cwd: folder, encoding: 'utf8' })
  if (built.status !== 0) throw new Error(`bench/bare-router does not build:\n${built.stdout}${built.stderr}`)
}

/**
 * Returns the processor time of a process, its own and the system's on its behalf; the kernel counts in hundredths of a
 * second (Linux).
 */
export function processorMsOf(processId: number): number {
  const fields = readFileSync(`/proc/${processId}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}
