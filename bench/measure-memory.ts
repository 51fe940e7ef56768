import { freePorts, startGateway } from '@gatehouse/testing/processes'
import { loadInterleaved } from './load.ts'
import type { Figure } from './report.ts'
import { median, medianRatio } from './statistics.ts'

const rounds = 5
const seconds = 3

/** A page whose request has such an id is drawn each time: the id could be a word of the page. */
const drawnEachTime = { 'X-Request-Id': 'drawn-each-time' }

/**
 * Measures sign-in pages a second with the memory of pages and without it (docs/decisions/0014-what-is-remembered.md).
 */
export async function measureMemory(): Promise<readonly Figure[]> {
  const [port = 0, admin = 0, console = 0] = await freePorts(3)
  const gateway = await startGateway({
    ports: { public: port, admin, console },
    environment: {
      LOG_LEVEL: 'error',
      // Only a proxy names requests; behind one the ports are no longer those of the URLs.
      GATEHOUSE_TRUSTED_PROXY: '127.0.0.1',
      GATEHOUSE_LISTEN_PORT: String(port),
      GATEHOUSE_CONSOLE_LISTEN_PORT: String(console),
    },
  })
  try {
    const url = `${gateway.origin}/login`
    const results = await loadInterleaved({ known: { url }, drawn: { url, headers: drawnEachTime } }, rounds, seconds)
    const rates = {
      known: results.known.map((result) => result.requestsPerSecond),
      drawn: results.drawn.map((result) => result.requestsPerSecond),
    }
    return [
      { name: 'sign-in pages, from the memory of pages', value: median(rates.known), unit: '/s' },
      { name: 'sign-in pages, drawn each time', value: median(rates.drawn), unit: '/s' },
      { name: 'with the memory / without it', value: medianRatio(rates.known, rates.drawn), unit: '' },
    ]
  } finally {
    await gateway.stop()
  }
}
