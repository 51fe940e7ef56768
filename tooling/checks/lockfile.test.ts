import { expect, test } from 'vitest'
import { missingPlatforms } from './lockfile.ts'

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
