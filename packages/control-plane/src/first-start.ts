import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

import type { Environment } from '@gatehouse/contract/operators'
import type { Database } from '@gatehouse/platform/database'

import type { AuditStore } from './model/audit-store.ts'
import type { Keyring } from './keys/keyring.ts'
import { keyLifespanMs } from './keys/lifespan.ts'
import { newToken } from './keys/token.ts'
import { initialSettings } from './model/project-settings.ts'
import type { ProjectStore } from './model/project-store.ts'
import { newSlug } from './model/slug.ts'
import type { WorkspaceStore } from './model/workspace-store.ts'

/** The stores of the first workspace, project and key, with an audit entry: all written in one transaction. */
export interface FirstStartDeps {
  readonly database: Database
  readonly workspaces: WorkspaceStore
  readonly projects: ProjectStore
  readonly keyring: Keyring
  readonly audit: AuditStore
}

/** The name of the first workspace and project, and the file of the first key. */
export interface FirstStart {
  readonly name: string
  /** Absolute path; written with mode 0600. */
  readonly keyFile: string
  /** The environment of the first project. */
  readonly environment: Environment
}

const system = { kind: 'system', id: 'first start', name: 'first start' } as const

/** The key that a first start created. */
export interface FirstKey {
  /** The file that holds it. */
  readonly file: string
  /** Unix milliseconds. */
  readonly expiresAt: number
}

/**
 * Creates workspace, project and key of a new installation. Returns `undefined` if it is not new, also because another
 * process has just created them.
 */
export function firstStart(
  deps: FirstStartDeps,
  { name, keyFile, environment }: FirstStart,
  now: number,
): Promise<FirstKey | undefined> {
  const { database, workspaces, projects, keyring, audit } = deps
  return database.durable(async () => {
    if (!(await workspaces.isEmpty())) return undefined
    const expiresAt = now + keyLifespanMs
    const token = newToken('workspace')
    const stamps = { createdAt: now, updatedAt: now }
    const id = randomUUID()
    const scope = { kind: 'workspace', id } as const
    await workspaces.insert({
      id,
      slug: newSlug(name, 'workspace'),
      name,
      accessPolicy: 'CHECK_ACCESS_PERMISSION',
      secondFactorRequired: false,
      ...stamps,
    })
    await projects.insert({
      id: randomUUID(),
      workspaceId: id,
      slug: newSlug(name, 'project'),
      name,
      environment,
      homeRegion: 'global',
      state: 'running',
      isDefault: true,
      revisionId: randomUUID(),
      settings: initialSettings,
      ...stamps,
    })
    const key = {
      scope,
      name: 'First key',
      role: 'owner',
      ownerId: id,
      expiresAt,
    } as const
    const { id: keyId } = await keyring.add(key, token, now)
    const target = { kind: 'api key', id: keyId, name: key.name }
    const where = { workspaceId: id, projectId: undefined }
    await audit.append({
      id: randomUUID(),
      at: now,
      actor: system,
      operation: 'firstStart',
      target,
      reason: undefined,
      ...where,
    })
    // Before the commit: a key that cannot be read would be of no use, one that opens nothing does no harm. Inside the
    // unit: a process that comes second writes no file over that of the first.
    writeKey(keyFile, token.text)
    return { file: keyFile, expiresAt }
  })
}

function writeKey(file: string, key: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  rmSync(file, { force: true })
  writeFileSync(file, `${key}\n`, { mode: 0o600, flag: 'wx', flush: true })
}
