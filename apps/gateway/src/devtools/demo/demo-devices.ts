/** The device of a sign-in. */
export interface DemoDevice {
  readonly userAgent: string
  /** An address of the blocks for documentation (RFC 5737, RFC 3849). */
  readonly address: string
}

/** TABLE: browsers of people, most frequent first. */
const userAgents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36 Edg/143.0.0.0',
] as const

/** The device of the nth person; `other` is one more of theirs. */
export function deviceOf(index: number, other = 0): DemoDevice {
  const host = (index * 7 + other * 31) % 250
  const address =
    (index + other) % 9 === 0
      ? `2001:db8:${(index % 200).toString(16)}::${(host + 1).toString(16)}`
      : `${index % 2 === 0 ? '203.0.113' : '198.51.100'}.${host + 1}`
  return { userAgent: userAgents[(index * 5 + other) % userAgents.length] ?? userAgents[0], address }
}
