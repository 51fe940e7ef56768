/** How long a lease and a heartbeat count, in seconds. The gateway's processes stop serving before. */
export const leaseSeconds = 6

/** The time that a process may take to notice that its gateway's heartbeat expired, in milliseconds. */
const marginMs = 1_000
/** The time after its last heartbeat when a gateway stops serving, in milliseconds: another may take its lease after the margin. */
const serveForMs = leaseSeconds * 1_000 - marginMs

/** Returns milliseconds since the machine was started, the same in all its processes, without those of a suspension. */
export function uptimeMs(): number {
  return Number(process.hrtime.bigint() / 1_000_000n)
}

/** Returns whether a gateway is fenced, given the time of its last heartbeat. Undefined: the process is not in a cluster. */
export function isFenced(heartbeatAt: number | undefined): boolean {
  return heartbeatAt !== undefined && uptimeMs() - heartbeatAt > serveForMs
}
