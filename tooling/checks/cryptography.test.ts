import { expect, test } from 'vitest'
import { root } from '../runners/tool.ts'
import { cryptographyOutsideInventory, usesCryptography } from './cryptography.ts'

test('the inventory names every program that uses cryptography @cryptography-1', () => {
  expect(cryptographyOutsideInventory(root)).toEqual([])
})

test.each([
  [true, "import { createHmac } from 'node:crypto'"],
  [true, "import {\n  randomUUID,\n  timingSafeEqual,\n} from 'node:crypto'"],
  [true, "import { jwtVerify } from 'jose'"],
  [true, 'const digest = await crypto.subtle.digest(name, bytes)'],
  [false, "import { randomUUID } from 'node:crypto'"],
  [false, "import type { KeyObject } from 'node:crypto'"],
  [false, "import { join } from 'node:path'"],
])('%s: %s', (uses, source) => {
  expect(usesCryptography(source)).toBe(uses)
})
