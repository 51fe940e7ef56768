import type { FlowType } from '@gatehouse/contract/flow'

import type { FlowDetails } from '../model/flow.ts'
import type { Visit } from '../http/request-context.ts'
import { exchangeHash, newExchangeCode } from './codes.ts'

/** What a new flow remembers of an app's half of the exchange, and what the app is told of it: once, at the start. */
export function beginExchange(
  type: FlowType,
  visit: Visit,
): { readonly details: FlowDetails; readonly extra?: Readonly<Record<string, unknown>> } {
  if (type !== 'api' || visit.query.get('return_session_token_exchange_code') !== 'true') return { details: {} }
  const code = newExchangeCode()
  return { details: { exchangeHash: exchangeHash(code) }, extra: { session_token_exchange_code: code } }
}
