import { chmodSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Secret } from '@gatehouse/platform/secrets'
import { keepNewestSecrets, loadGeneratedSecrets, rotateGeneratedSecrets } from './generated-secrets.ts'

const newFolder = () => join(mkdtempSync(join(tmpdir(), 'gatehouse-secrets-')), 'data')

test('secrets are made once, and only for us', () => {
  const folder = newFolder()
  const first = loadGeneratedSecrets(folder)
  const second = loadGeneratedSecrets(folder)
  expect(second.cookie[0].reveal()).toBe(first.cookie[0].reveal())
  expect(first.cipher[0].reveal()).toHaveLength(32)
  expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600)
  expect(JSON.stringify(first)).not.toContain(first.default[0].reveal())
})

test('a file that others can read is refused with the command that helps @generated-secrets-1', () => {
  const folder = newFolder()
  loadGeneratedSecrets(folder)
  chmodSync(join(folder, 'secrets.json'), 0o644)
  expect(() => loadGeneratedSecrets(folder)).toThrow(/chmod 600/)
})

test('a damaged file is never silently replaced', () => {
  const folder = newFolder()
  loadGeneratedSecrets(folder)
  writeFileSync(join(folder, 'secrets.json'), '{"default":')
  expect(() => loadGeneratedSecrets(folder)).toThrow(/damaged/)
})

const texts = (list: readonly { reveal(): string }[]) => list.map((secret) => secret.reveal())

test('a rotation puts new secrets in front, keeps the old ones valid, and keeps derived secrets', () => {
  const folder = newFolder()
  const before = loadGeneratedSecrets(folder)
  rotateGeneratedSecrets(folder)
  const after = loadGeneratedSecrets(folder)
  for (const kind of ['default', 'cookie', 'cipher'] as const) {
    expect(after[kind]).toHaveLength(2)
    expect(after[kind][0].reveal()).toHaveLength(32)
    expect(after[kind][0].reveal()).not.toBe(before[kind][0].reveal())
    expect(after[kind][1]?.reveal()).toBe(before[kind][0].reveal())
  }
  expect(after.links.reveal()).toBe(before.links.reveal())
  expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['secrets.json'])

  keepNewestSecrets(folder)
  const alone = loadGeneratedSecrets(folder)
  expect(texts(alone.cipher)).toEqual([after.cipher[0].reveal()])
  expect(alone.links.reveal()).toBe(before.links.reveal())
  expect(readFileSync(join(folder, 'secrets.json'), 'utf8')).not.toContain(before.cipher[0].reveal())
})

test('the number of secrets is limited: the ninth generation is refused with a fix', () => {
  const folder = newFolder()
  loadGeneratedSecrets(folder)
  for (let generation = 1; generation < 8; generation += 1) rotateGeneratedSecrets(folder)
  expect(() => rotateGeneratedSecrets(folder)).toThrow(/gatehouse secrets retire/)
})

test('secrets that derive from one secret are the same on every machine, and differ for each project @shared-secrets-1', () => {
  const newest = new Secret('the-newest-secret-of-all-these-machines')
  const older = new Secret('the-older-secret-of-all-these-machines-')
  const [folder, other] = [newFolder(), newFolder()]
  const here = loadGeneratedSecrets(folder, { secrets: [newest], project: 'main' })
  expect(loadGeneratedSecrets(other, { secrets: [newest], project: 'main' })).toEqual(here)
  expect(readdirSync(folder)).toEqual([])
  expect(here.cipher[0].reveal()).toHaveLength(32)
  const all = [here.default[0], here.cookie[0], here.cipher[0], here.links].map((secret) => secret.reveal())
  expect(new Set([...all, newest.reveal()]).size).toBe(5)
  const shop = loadGeneratedSecrets(folder, { secrets: [newest], project: 'shop' })
  expect(texts(shop.cookie)).not.toEqual(texts(here.cookie))

  const rotated = loadGeneratedSecrets(folder, { secrets: [newest, older], project: 'main' })
  const before = loadGeneratedSecrets(folder, { secrets: [older], project: 'main' })
  expect(texts(rotated.default)).toEqual([...texts(here.default), ...texts(before.default)])
  expect(rotated.links.reveal()).toBe(before.links.reveal())
})

test('… and those of a data folder count as older ones @shared-secrets-2', () => {
  const folder = newFolder()
  const kept = loadGeneratedSecrets(folder)
  const source = { secrets: [new Secret('the-newest-secret-of-all-these-machines')], project: 'main' } as const
  const after = loadGeneratedSecrets(folder, source)
  expect(texts(after.cipher).slice(1)).toEqual(texts(kept.cipher))
  expect(after.links.reveal()).toBe(kept.links.reveal())
})
