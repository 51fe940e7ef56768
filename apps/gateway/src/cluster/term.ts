/** The term of a lease and of a heartbeat, in seconds. The gateway's processes stop serving before its end. */
export const termSeconds = 6

/** The time after its last heartbeat when a gateway stops serving, in milliseconds: another may lead from then on. */
const servedMs = termSeconds * 1_000 - 1_000

/** Returns milliseconds since the machine was started, the same in all its processes. */
export function uptimeMs(): number {
  return Number(process.hrtime.bigint() / 1_000_000n)
}

/** Returns whether a gateway is fenced, given its last heartbeat. Undefined: the process is not in a cluster. */
export function mayNotServe(seenAt: number | undefined): boolean {
  return seenAt !== undefined && uptimeMs() - seenAt > servedMs
}
