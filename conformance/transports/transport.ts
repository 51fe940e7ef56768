import type { Visitor } from '@gatehouse/testing/browser'
import type { RunningEngine } from '../engines/engine.ts'
import type { PreparedRequest } from '../run/request.ts'
import type { Exchange } from '../scenarios/scenario.ts'

/** A way to send requests to an engine. */
export type TransportId = 'http' | 'client'

/** The engine, and the visitor that sends. Without a visitor no cookie is sent or kept. */
export interface Sender {
  readonly engine: RunningEngine
  readonly visitor: Visitor | undefined
}

/** The response, and the faults that the transport itself found. */
export interface Delivery {
  readonly response: Response
  readonly faults: readonly string[]
}

/** Sends the request of a step. */
export type Transport = (step: Exchange, request: PreparedRequest, sender: Sender) => Promise<Delivery>
