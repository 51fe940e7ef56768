/** How long a gateway that is not heard of any more counts, in seconds. Its processes stop serving before. */
export const termSeconds = 6

/** After so long no process of it serves, in milliseconds: another gateway may lead, and wait for this one no longer. */
const servedMs = termSeconds * 1_000 - 1_000

/** Milliseconds since the machine was started: the same for all its processes. */
export function uptimeMs(): number {
  return Number(process.hrtime.bigint() / 1_000_000n)
}

/** Whether a gateway that was last seen then has to refuse everything. Undefined: nothing was said of others. */
export function mayNotServe(seenAt: number | undefined): boolean {
  return seenAt !== undefined && uptimeMs() - seenAt > servedMs
}
