import type { FlowType } from '@gatehouse/contract/flows'

import type { FlowDetails } from '../model/flow.ts'
import type { RequestContext } from '../http/request-context.ts'
import { exchangeHash, newExchangeCode } from './codes.ts'

/** Creates an app's half of the exchange: the flow stores its hash (`details`), the app gets the code (`extra`). */
export function beginExchange(
  type: FlowType,
  request: RequestContext,
): { readonly details: FlowDetails; readonly extra?: Readonly<Record<string, unknown>> } {
  if (type !== 'api' || request.query.get('return_session_token_exchange_code') !== 'true') return { details: {} }
  const code = newExchangeCode()
  return { details: { exchangeHash: exchangeHash(code) }, extra: { session_token_exchange_code: code } }
}
