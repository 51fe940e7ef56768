import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

test('the documentation is built for a gateway in development alone, as its settings say @docs-in-development-1', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-docs-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const isBuilt = (settings: string) => {
    writeFileSync(join(folder, 'gatehouse.yml'), settings)
    // The program that builds says so of an option that it has not, before it builds anything.
    const args = [join(import.meta.dirname, 'docs-in-development.ts'), '--no-such-option']
    const env = { PATH: process.env['PATH'] }
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' })
    return status === 0 ? false : (/Unknown option '--no-such-option'/.exec(stderr)?.[0] ?? stderr)
  }
  expect(isBuilt('dev: false\n')).toBe(false)
  expect(isBuilt('public_url: https://id.example.org\n')).toBe(false)
  expect(isBuilt('no_such_setting: 1\n')).toBe(false)
  expect(isBuilt('')).toBe("Unknown option '--no-such-option'")
})
