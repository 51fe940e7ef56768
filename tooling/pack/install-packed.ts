import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** Packs folders of built packages as npm would publish them; returns the files in `into`. */
export function packed(folders: readonly string[], into: string): readonly string[] {
  mkdirSync(into, { recursive: true })
  const out = npm(['pack', '--silent', '--ignore-scripts', '--pack-destination', into, ...folders], into)
  return out
    .trim()
    .split('\n')
    .map((file) => join(into, file))
}

/** Installs packed packages, and others of the registry, in a folder that has a manifest; npm's cache is used first. */
export function install(folder: string, what: readonly string[]): void {
  npm(['install', '--no-save', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', ...what], folder)
}

function npm(args: readonly string[], cwd: string): string {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}
