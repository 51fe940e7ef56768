import { readFileSync } from 'node:fs'
import { ConfigError } from '@gatehouse/config/config'
import type { Geolocation } from '@gatehouse/http/requests'
import { type CityResponse, Reader } from 'mmdb-lib'

/** Returns the location of a client, if a source provides it. */
export type LocateRequest = (headers: Headers, clientAddress: string) => Geolocation | undefined

/** The source of locations: headers that a trusted proxy sets, a database file, or nothing. */
export interface GeolocationSources {
  /** Names of headers, the town's first and the country's last. Empty: none is trusted. */
  readonly headers: readonly string[]
  /** Path of a database in MaxMind's format. */
  readonly database: string | undefined
}

const unknown: LocateRequest = () => undefined

/**
 * Prepares the look-up. The proxy's headers take precedence over the database.
 * @throws ConfigError if the database cannot be read.
 */
export function openGeolocation({ headers: names, database }: GeolocationSources): LocateRequest {
  const byFile = database === undefined ? unknown : openDatabase(database)
  if (names.length === 0) return byFile
  return (headers, clientAddress) => fromHeaders(names, headers) ?? byFile(headers, clientAddress)
}

function fromHeaders(names: readonly string[], headers: Headers): Geolocation | undefined {
  const parts = names.map((name) => headers.get(name)?.trim() ?? '')
  const country = parts.at(-1) ?? ''
  const city = parts.slice(0, -1).find((part) => part !== '') ?? ''
  return city === '' && country === '' ? undefined : { city, country }
}

function openDatabase(path: string): LocateRequest {
  const reader = read(path)
  return (_headers, clientAddress) => {
    // Addresses outside the internet, such as those of this machine, are in no database.
    const found = find(reader, clientAddress)
    const city = found?.city?.names.en ?? ''
    const country = found?.country?.names.en ?? ''
    return city === '' && country === '' ? undefined : { city, country }
  }
}

function find(reader: Reader<CityResponse>, address: string): CityResponse | undefined {
  try {
    return reader.get(address) ?? undefined
  } catch {
    // A geolocation is never worth a failed request.
    return undefined
  }
}

function read(path: string): Reader<CityResponse> {
  try {
    return new Reader<CityResponse>(readFileSync(path))
  } catch (error) {
    const wrong = `cannot be read as a database of places: ${error instanceof Error ? error.message : 'no reason given'}`
    throw new ConfigError([
      {
        subject: path,
        wrong,
        fix: 'give GATEHOUSE_GEOLOCATION_DATABASE the path of an .mmdb file with cities, or leave it out',
      },
    ])
  }
}
