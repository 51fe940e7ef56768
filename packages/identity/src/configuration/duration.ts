const unitMs: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
}

/** Reads a Go duration such as `1h30m` or `500ms`; the result is in milliseconds. Undefined: it is invalid. */
export function parseDuration(text: string): number | undefined {
  if (!/^(\d+(\.\d+)?(ns|us|µs|ms|s|m|h))+$/.test(text)) return undefined
  let total = 0
  for (const [, amount = '', unit = ''] of text.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/gy)) {
    total += Number(amount) * (unitMs[unit] ?? 0)
  }
  return Number.isSafeInteger(Math.round(total)) ? total : undefined
}
