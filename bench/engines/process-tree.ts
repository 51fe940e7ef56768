import { readdirSync, readFileSync } from 'node:fs'

/** Memory and processor time of a process and its descendants (Linux). */
export interface TreeUse {
  /** Of each process, in MiB; the process itself is the first one. */
  readonly residentMiB: readonly number[]
  /** Since they began, in milliseconds, counted by the kernel in hundredths of a second. */
  readonly processorMs: number
}

/** Measures a process with its descendants. */
export function useOf(processId: number): TreeUse {
  const ids = [processId, ...childrenOf(processId)]
  return {
    residentMiB: ids.map(residentOf),
    processorMs: ids.reduce((sum, id) => sum + processorOf(id), 0),
  }
}

/** Returns the running processes that a process has started. */
export function childrenOf(processId: number): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && statusOf(Number(name)).includes(`PPid:\t${processId}\n`))
    .map(Number)
}

/** Returns a worker of a gateway: the one that has run longest, or the youngest; 0 while there are not two. */
export function workerOf(primary: number, which: 'first' | 'second'): number {
  const pids = childrenOf(primary).toSorted((one, other) => startOf(one) - startOf(other))
  return (pids.length < 2 ? undefined : pids.at(which === 'first' ? 0 : -1)) ?? 0
}

/** Returns the time at which a process began, in hundredths of a second since the machine did. */
function startOf(processId: number): number {
  return Number((fileOf(processId, 'stat').split(') ')[1]?.split(' ') ?? [])[19] ?? 0)
}

/** Returns a process's memory in MiB; 0 if it has ended. */
export function residentOf(processId: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(statusOf(processId))?.[1] ?? 0) / 1024
}

function processorOf(processId: number): number {
  const fields = fileOf(processId, 'stat').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 10
}

const statusOf = (processId: number) => fileOf(processId, 'status')

/** Reads a file of a process; empty if it has ended meanwhile. */
function fileOf(processId: number, name: 'stat' | 'status'): string {
  try {
    return readFileSync(`/proc/${processId}/${name}`, 'utf8')
  } catch {
    return ''
  }
}
