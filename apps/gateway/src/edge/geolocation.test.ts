import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openGeolocation } from './geolocation.ts'
import { writeGeolocationDatabase } from './geolocation.fixture.ts'

let folder: string
let database: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-geolocation-'))
  database = join(folder, 'places.mmdb')
  await writeGeolocationDatabase(database, { network: [203, 0, 113], city: 'Łódź', country: 'Poland' })
})
afterAll(() => rm(folder, { recursive: true }))

const none = new Headers()

describe('the place of a visitor', () => {
  test('is not known unless something was configured', () => {
    const headers = new Headers({ 'cf-ipcity': 'Forged', 'cf-ipcountry': 'XX' })
    expect(openGeolocation({ headers: [], database: undefined })(headers, '203.0.113.9')).toBeUndefined()
  })

  test('is read from the database by the address, and is unknown for others', () => {
    const locate = openGeolocation({ headers: [], database })
    expect(locate(none, '203.0.113.9')).toEqual({ city: 'Łódź', country: 'Poland' })
    for (const address of ['203.0.114.9', '127.0.0.1', '::1', '2001:db8::1', '', 'nonsense', '999.1.1.1']) {
      expect(locate(none, address)).toBeUndefined()
    }
  })

  test('is read from the headers of the proxy first', () => {
    const locate = openGeolocation({ headers: ['x-city', 'x-country'], database })
    expect(locate(new Headers({ 'x-city': 'Graz', 'x-country': 'AT' }), '203.0.113.9')).toEqual({
      city: 'Graz',
      country: 'AT',
    })
    expect(locate(new Headers({ 'x-country': 'AT' }), '203.0.113.9')).toEqual({ city: '', country: 'AT' })
    expect(locate(none, '203.0.113.9')?.country).toBe('Poland')
  })

  test('an invalid file stops the start with a fix', async () => {
    const broken = join(folder, 'broken.mmdb')
    await writeFile(broken, 'nothing of the sort')
    for (const path of [broken, join(folder, 'absent.mmdb')]) {
      expect(() => openGeolocation({ headers: [], database: path })).toThrow(/GATEHOUSE_GEOLOCATION_DATABASE/)
    }
  })
})
