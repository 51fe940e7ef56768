import { BaseAPI, type Configuration, type InitOverrideFunction, JSONApiResponse } from '@ory/client-fetch'
import type { Operation } from './exchange.ts'

type OwnMethod = 'GET' | 'POST' | 'DELETE' | 'PATCH'

/** Calls of our own, sent the way the SDK sends the wire's. */
class OwnApi extends BaseAPI {
  async call(method: OwnMethod, path: string, body: object | undefined, init: InitOverrideFunction) {
    const headers = body === undefined ? {} : { 'Content-Type': 'application/json' }
    const response = await this.request({ path, method, headers, ...(body && { body }) }, init)
    return new JSONApiResponse<unknown>(response)
  }
}

/** A call that the SDK does not know. */
export function own(method: OwnMethod, path: string, body?: object): Operation {
  return (configuration: Configuration, init) => new OwnApi(configuration).call(method, path, body, init)
}
