import { withoutTrailing } from '@gatehouse/contract/http'
import { Command } from 'commander'
import { createIdentityClient, type IdentityClient } from '@gatehouse/client/client'
import { loadProcessConfig, processEnvironment } from '@gatehouse/config/config'
import { CommandFailure } from './command-failure.ts'
import { localizerFor, type Localize } from './language.ts'
import { defaultSessionFile, openSessionFile, type SessionFile } from './session-file.ts'

/** Options every command of the native client takes. */
export interface NativeOptions {
  readonly url?: string
  readonly sessionFile: string
  readonly json?: true
  readonly language?: string
}

/** The context of a command that talks to the identity service's public API. */
export interface NativeContext {
  /** Root of the identity service's public API. */
  readonly service: string
  readonly client: IdentityClient
  readonly sessions: SessionFile
  readonly localize: Localize
  /** Prints the result: as JSON if that was asked for, else as a line for people. */
  readonly print: (result: unknown, line: string) => void
}

/** Creates a command with the options of the native client. */
export function nativeCommand(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .option('--url <url>', 'the identity service (default: the public URL of the configuration)')
    .option('--session-file <file>', 'where session tokens are kept', defaultSessionFile)
    .option('--language <tag>', 'language of questions and messages, such as de (default: the one of LANG)')
    .option('--json', 'print the result as JSON, and errors on standard error as well')
}

/** Creates the context of a command. */
export function nativeContext({ url, sessionFile, json, language }: NativeOptions): NativeContext {
  const service = withoutTrailing(url ?? String(loadProcessConfig().publicUrl), '/')
  if (!URL.canParse(service)) throw new CommandFailure(`--url is no URL: ${service}`, { kind: 'usage' })
  return {
    service,
    client: createIdentityClient({ baseUrl: service }),
    sessions: openSessionFile(sessionFile),
    localize: localizerFor(language, processEnvironment()),
    print: (result, line) => console.log(json === true ? JSON.stringify(result, null, 2) : line),
  }
}

/** Returns the token of the session kept for a service; fails in words if there is none. */
export async function requireToken({ sessions, service }: NativeContext): Promise<string> {
  const token = await sessions.token(service)
  if (token === undefined) {
    throw new CommandFailure(`Not signed in at ${service}. Try: gatehouse login`, { kind: 'not_signed_in' })
  }
  return token
}
