import { writeFile } from 'node:fs/promises'

/** One network of the database: the first three numbers of its IPv4 addresses, and its location. */
export interface PlacedNetwork {
  readonly network: readonly [number, number, number]
  readonly city: string
  readonly country: string
}

const recordBytes = 3

/**
 * Writes a database in MaxMind's format (https://maxmind.github.io/MaxMind-DB/) with one network in it: a tree of 24
 * nodes that ends at one record.
 */
export async function writeGeolocationDatabase(path: string, { network, city, country }: PlacedNetwork): Promise<void> {
  const nodes = network.length * 8
  const tree = Buffer.alloc(nodes * recordBytes * 2)
  for (let node = 0; node < nodes; node += 1) {
    const bit = ((network[Math.trunc(node / 8)] ?? 0) >> (7 - (node % 8))) & 1
    const onward = node + 1 < nodes ? node + 1 : nodes + 16
    for (const side of [0, 1]) {
      tree.writeUIntBE(side === bit ? onward : nodes, (node * 2 + side) * recordBytes, recordBytes)
    }
  }
  const named = (name: string) => map([['names', map([['en', text(name)]])]])
  const geolocation = map([
    ['city', named(city)],
    ['country', named(country)],
  ])
  const metadata = map([
    ['binary_format_major_version', number(5, 2)],
    ['binary_format_minor_version', number(5, 0)],
    ['build_epoch', number(9, 1_790_000_000)],
    ['database_type', text('Test-City')],
    ['description', map([['en', text('for tests')]])],
    ['ip_version', number(5, 4)],
    ['languages', Buffer.concat([Buffer.from([0x01, 0x04]), text('en')])],
    ['node_count', number(6, nodes)],
    ['record_size', number(5, recordBytes * 8)],
  ])
  const marker = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1')
  await writeFile(path, Buffer.concat([tree, Buffer.alloc(16), geolocation, marker, metadata]))
}

function map(entries: readonly (readonly [string, Buffer])[]): Buffer {
  const parts = entries.flatMap(([key, value]) => [text(key), value])
  return Buffer.concat([Buffer.from([(7 << 5) | entries.length]), ...parts])
}

/** Encodes a text of up to 284 bytes. */
function text(value: string): Buffer {
  const bytes = Buffer.from(value)
  const head = bytes.length < 29 ? [(2 << 5) | bytes.length] : [(2 << 5) | 29, bytes.length - 29]
  return Buffer.concat([Buffer.from(head), bytes])
}

/** Encodes unsigned integers: type 5 has 16 bits, 6 has 32, 9 has 64. */
function number(type: 5 | 6 | 9, value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  const significant = bytes.subarray(bytes.findIndex((byte) => byte !== 0))
  const body = value === 0 ? Buffer.alloc(0) : significant
  return Buffer.concat([Buffer.from(type > 7 ? [body.length, type - 7] : [(type << 5) | body.length]), body])
}
