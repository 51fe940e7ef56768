import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Called, createControlPlaneApi, type ControlPlaneApi } from '@gatehouse/client/control-plane'
import { loadProcessConfig, isLoopbackHost } from '@gatehouse/config/config'
import type { Command } from 'commander'
import { CommandFailure } from '../command-failure.ts'

/** Options of commands that call a running control plane about one project. */
export interface ProjectOptions {
  readonly project?: string
  readonly controlPlaneUrl?: string
  readonly keyFile?: string
  readonly plainHttp?: true
}

/** A project at a control plane, as commands call it. */
export interface ProjectAccess {
  readonly api: ControlPlaneApi
  /** Id or slug. */
  readonly project: string
  /** For people. */
  readonly where: string
}

/** Adds the options to a command. */
export function withProjectOptions(command: Command): Command {
  return command
    .option('--project <id>', 'id or slug of a project at a running control plane')
    .option('--control-plane-url <url>', 'where it answers (default: the console of the configuration)')
    .option('--key-file <file>', 'holds an API key of it (default: the first one, in the data folder)')
}

/** Finds the control plane that the options, or else the configuration, name. */
export async function openProject(options: ProjectOptions): Promise<ProjectAccess> {
  const { project } = options
  if (project === undefined) throw new CommandFailure('Say --project, with the id or slug of a project.')
  const { consoleUrl, data } = loadProcessConfig()
  const given = options.controlPlaneUrl
  if (given !== undefined && !URL.canParse(given)) throw new CommandFailure(`--control-plane-url is no URL: ${given}`)
  const url = given === undefined ? consoleUrl : new URL(given)
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname) && options.plainHttp !== true) {
    throw new CommandFailure(
      `${url.origin} is beyond this machine and speaks http: everybody on the way could read the key.\n` +
        'Use https://, or say --plain-http where the network is yours alone.',
    )
  }
  // The key of one control plane must not reach another.
  if (options.keyFile === undefined && url.origin !== consoleUrl.origin) {
    throw new CommandFailure(`Say --key-file, with an API key of ${url.origin}.`)
  }
  const key = await readKey(options.keyFile ?? join(data, 'workspace-api-key'))
  const send = async (request: Request) => {
    request.headers.set('authorization', `Bearer ${key}`)
    return fetch(request, { redirect: 'manual' }).catch((cause: unknown) => {
      throw new CommandFailure(`Nothing answers at ${url.origin}. Is Gatehouse running there?`, { cause })
    })
  }
  return { api: createControlPlaneApi({ baseUrl: url.origin, send }), project, where: url.origin }
}

async function readKey(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new CommandFailure(`The file with the API key cannot be read: ${file}. Say --key-file.`)
  })
  if (text.trim() === '') throw new CommandFailure(`The file with the API key is empty: ${file}`)
  return text.trim()
}

/** Returns the body of the answer. Fails with the control plane's own words if it refused. */
export function done<T>(called: Called<T>): T {
  if (called.kind === 'done') return called.body
  throw new CommandFailure(called.reason === '' ? `The control plane answered ${called.status}.` : called.reason)
}
