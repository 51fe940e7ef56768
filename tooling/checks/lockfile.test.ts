import { expect, test } from 'vitest'
import { missingPlatforms, untrustedSources } from './lockfile.ts'

const locked = {
  packages: {
    'node_modules/tool': {
      version: '1.0.0',
      dev: true,
      optionalDependencies: {
        '@tool/binding-linux-x64-gnu': '1.0.0',
        '@tool/binding-linux-arm-musleabihf': '1.0.0',
        '@tool/win32-arm64': '1.0.0',
        fsevents: '2.3.3',
      },
    },
    'node_modules/@tool/binding-linux-x64-gnu': { version: '1.0.0', optional: true, os: ['linux'], cpu: ['x64'] },
  },
}

test('programs for other platforms that the lockfile lacks are named with their platform', () => {
  expect(missingPlatforms(locked)).toEqual({
    'node_modules/@tool/binding-linux-arm-musleabihf': {
      version: '1.0.0',
      dev: true,
      optional: true,
      os: ['linux'],
      cpu: ['arm'],
      libc: ['musl'],
    },
    'node_modules/@tool/win32-arm64': { version: '1.0.0', dev: true, optional: true, os: ['win32'], cpu: ['arm64'] },
  })
})

test('a complete lockfile lacks nothing', () => {
  const completed = { packages: { ...locked.packages, ...missingPlatforms(locked) } }
  expect(missingPlatforms(completed)).toEqual({})
})

test('packages from anywhere but the registry, or without a digest, are named @lockfile-1', () => {
  const integrity = 'sha512-AAAA'
  const resolved = 'https://registry.npmjs.org/a/-/a-1.0.0.tgz'
  const packages = {
    '': {},
    'node_modules/a': { resolved, integrity },
    'node_modules/b': { integrity },
    'node_modules/b-win32-x64': { optional: true, os: ['win32'] },
    'node_modules/own': { resolved: 'packages/own', link: true },
    'node_modules/elsewhere': { resolved: 'https://registry.example.org/b/-/b-1.0.0.tgz', integrity },
    'node_modules/git': { resolved: 'git+ssh://git@example.org/c.git#abc' },
    'node_modules/a/node_modules/bare': { resolved },
  }
  expect(untrustedSources({ packages })).toEqual([
    'node_modules/elsewhere',
    'node_modules/git',
    'node_modules/a/node_modules/bare',
  ])
})
