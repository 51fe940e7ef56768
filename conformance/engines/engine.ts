import type { ProfileId } from '../profiles/profile.ts'
import type { Mailbox } from '@gatehouse/testing/receivers'
import type { TokenKeys } from '@gatehouse/testing/providers'
import type { HookReceiver } from './hook-receiver.ts'
import type { OAuth2Server } from './oauth2-server.ts'

/** An identity service the suite can start. */
export type EngineId = 'embedded' | 'serve' | 'kratos' | 'reference'

/** Names for people, in the order of the compatibility table. */
export const engineTitles: Readonly<Record<EngineId, string>> = {
  embedded: 'embedded service',
  serve: 'gatehouse identity serve',
  kratos: 'Ory Kratos 1.3.1',
  reference: 'Ory Kratos 26.2',
}

/** How to start one. */
export interface Engine {
  /** The engine whose declared differences apply. */
  readonly id: EngineId
  /** Its name for people, if it differs from `engineTitles`. */
  readonly title?: string
  /** The profiles that it can be played under. Without it: all. */
  readonly only?: readonly ProfileId[]
  /** Returns why this machine cannot run it; undefined if it can. */
  missing(): Promise<string | undefined>
  /** Prepares the parts that all profiles share, such as a built program. Called once, before the first start. */
  prepare(): Promise<void>
  start(profile: ProfileId): Promise<RunningEngine>
}

/** The addresses of a service, and the services around it: the same for all kinds of engines. */
export interface Surroundings {
  /** Base URL of the public API, without a slash at its end. */
  readonly publicUrl: string
  readonly adminUrl: string
  /** The mailbox that receives its mails. */
  readonly mailbox: Mailbox
  /** The OAuth2 server that the service signs people in for, if the profile has one. */
  readonly oauth2: OAuth2Server | undefined
  /** The receiver of its web hooks, if the profile has one. */
  readonly hooks: HookReceiver | undefined
  /** The keys that verify tokens, if the profile makes any. */
  readonly tokenKeys: TokenKeys | undefined
}

/** A started identity service. */
export interface RunningEngine extends Surroundings {
  /** Sends a request to either origin; follows no redirect. */
  readonly send: (request: Request) => Promise<Response>
  /** Returns its log so far. */
  logs(): string
  stop(): Promise<void>
}
