import { createHash } from 'node:crypto'
import { execFile } from 'node:child_process'
import { mkdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { GoProgram } from '@gatehouse/testing/processes'
import { startMailbox } from '@gatehouse/testing/receivers'
import { profileIds, type ProfileId } from '../profiles/profile.ts'
import type { Engine, EngineId } from './engine.ts'
import { kratosFrom, oneAtATime } from './kratos.ts'
import { sendOverNetwork } from './network.ts'

const run = promisify(execFile)

/** The target of `npm run conformance`: a program to start, or a service that runs. */
export type Target =
  | { readonly kind: 'program'; readonly path: string }
  | {
      readonly kind: 'service'
      readonly publicUrl: string
      readonly adminUrl: string
      readonly profile: ProfileId
      /** The port of this machine to which the service delivers its mails. */
      readonly mailPort: number
    }

/** Returns the target that the environment names; `tooling/conformance.ts` sets it. Throws if it is incomplete. */
export function targetOf(environment: Readonly<Record<string, string | undefined>>): Target {
  const path = environment['CONFORMANCE_KRATOS']
  if (path !== undefined) return { kind: 'program', path }
  const { CONFORMANCE_PUBLIC_URL: publicUrl, CONFORMANCE_ADMIN_URL: adminUrl } = environment
  if (publicUrl === undefined || adminUrl === undefined) throw new Error('name a program, or both URLs')
  const profile = profileIds.find((id) => id === (environment['CONFORMANCE_PROFILE'] ?? 'main'))
  if (profile === undefined) throw new Error(`there is no such profile; choose from ${profileIds.join(', ')}`)
  const mailPort = Number(environment['CONFORMANCE_MAIL_PORT'] ?? 1025)
  const origin = (url: string) => url.replace(/\/+$/, '')
  return { kind: 'service', publicUrl: origin(publicUrl), adminUrl: origin(adminUrl), profile, mailPort }
}

/** Returns the engine of a target, with the differences that are declared for its version. */
export async function givenEngine(target: Target): Promise<Engine> {
  const named = process.env['CONFORMANCE_VERSION']
  const version =
    named ?? (target.kind === 'program' ? await versionOfProgram(target.path) : await versionOfService(target))
  const known = { id: declaredFor(version), title: `Ory Kratos ${version}` }
  if (target.kind === 'program') return { ...kratosFrom(programAt(target.path)), ...known }
  const { publicUrl, adminUrl, profile, mailPort } = target
  return {
    ...known,
    only: [profile],
    missing: async () => undefined,
    prepare: async () => {},
    start: async () => {
      const mailbox = await startMailbox(mailPort)
      return {
        publicUrl,
        adminUrl,
        mailbox,
        oauth2: undefined,
        hooks: undefined,
        tokenKeys: undefined,
        send: oneAtATime(sendOverNetwork),
        logs: () => '',
        stop: () => mailbox.close(),
      }
    },
  }
}

/**
 * Returns the engine whose differences apply: 1.3 has its own; every other version is held against 26.2, without any.
 */
function declaredFor(version: string): EngineId {
  return /^v?1\.3\./.test(version) ? 'kratos' : 'reference'
}

async function versionOfProgram(path: string): Promise<string> {
  const { stdout } = await run(path, ['version'])
  const version = /Version:\s*(\S+)/.exec(stdout)?.[1]
  return version ?? 'of an unknown version'
}

async function versionOfService({ adminUrl }: { readonly adminUrl: string }): Promise<string> {
  const answer = await fetch(`${adminUrl}/admin/version`)
  const { version } = (await answer.json()) as { readonly version?: string }
  return version ?? 'of an unknown version'
}

/** Returns a program as it is; files that are made from it are kept as long as the program is unchanged. */
function programAt(path: string): GoProgram {
  return {
    title: path,
    prepare: async () => undefined,
    cache: async () => {
      const { size, mtimeMs } = await stat(path)
      const key = createHash('sha256').update(`${path}\n${size}\n${mtimeMs}`).digest('hex').slice(0, 16)
      const folder = join(tmpdir(), `gatehouse-kratos-${key}`)
      await mkdir(folder, { recursive: true })
      return folder
    },
    missing: async () => undefined,
    path: async () => path,
  }
}
