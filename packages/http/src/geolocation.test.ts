import { expect, test } from 'vitest'
import { setGeolocation } from './forwarded.ts'

test('a geolocation that a visitor forges is dropped if the location is unknown', () => {
  const headers = new Headers({ 'cf-ipcity': 'Forged', 'cf-ipcountry': 'XX' })
  setGeolocation(headers, undefined)
  expect([...headers]).toEqual([])
})

test('a geolocation in any script travels as UTF-8, and a half-known one drops the forged half', () => {
  const headers = new Headers({ 'cf-ipcountry': 'XX' })
  setGeolocation(headers, { city: '東京', country: '' })
  expect(headers.get('cf-ipcountry')).toBeNull()
  expect(Buffer.from(headers.get('cf-ipcity') ?? '', 'latin1').toString()).toBe('東京')
})

test('a value that consists of bytes is not encoded twice, and no line can be injected', () => {
  const headers = new Headers()
  setGeolocation(headers, { city: Buffer.from('Łódź').toString('latin1'), country: 'Poland\r\nx: y' })
  expect(Buffer.from(headers.get('cf-ipcity') ?? '', 'latin1').toString()).toBe('Łódź')
  expect(headers.get('cf-ipcountry')).toBe('Poland  x: y')
})
