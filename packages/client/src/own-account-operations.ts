import { type Configuration, type InitOverrideFunction, JSONApiResponse } from '@ory/client-fetch'
import { BaseAPI } from '@ory/client-fetch'
import {
  ownAccountPaths,
  type AccountData,
  type AccountFeatures,
  type ActivityPage,
  type RememberedDevice,
} from '@gatehouse/contract/account'
import type { Answer } from './answer.ts'
import type { Credentials, Query } from './credentials.ts'
import type { Exchange, Operation } from './exchange.ts'
import {
  isAccountData,
  isAccountFeatures,
  isActivityPage,
  isCount,
  isNothing,
  isRememberedDevice,
  listOf,
} from './shape.ts'

/** Calls that only the embedded identity service answers; an Ory Kratos says 404. */
export interface OwnAccountOperations {
  /** What the service can do beyond the wire. Needs no session. */
  accountFeatures(credentials?: Credentials): Promise<Answer<AccountFeatures>>
  /** The history of one's own account. `page_size`, `before`. */
  listMyActivity(query?: Query, credentials?: Credentials): Promise<Answer<ActivityPage>>
  /** Everything that is kept of one's own account, without secrets. */
  exportMyData(credentials?: Credentials): Promise<Answer<AccountData>>
  /**
   * Deletes one's own account and all its sessions. 403 `session_refresh_required` where the sign-in is too long ago,
   * 400 where `confirm` is not the account's address.
   */
  deleteMyAccount(request: { readonly confirm: string }, credentials?: Credentials): Promise<Answer<undefined>>
  /** The trusted browsers, which skip the second factor, used last first. */
  listMyRememberedDevices(credentials?: Credentials): Promise<Answer<readonly RememberedDevice[]>>
  /** Has one of them asked again. */
  forgetMyRememberedDevice(request: { readonly id: string }, credentials?: Credentials): Promise<Answer<undefined>>
  /** Has all of them asked again; `count` tells how many there were. */
  forgetMyRememberedDevices(credentials?: Credentials): Promise<Answer<{ readonly count: number }>>
}

/** Calls of our own, sent the way the SDK sends the wire's. */
class OwnApi extends BaseAPI {
  async call(method: 'GET' | 'DELETE', path: string, body: object | undefined, init: InitOverrideFunction) {
    const headers = body === undefined ? {} : { 'Content-Type': 'application/json' }
    const response = await this.request({ path, method, headers, ...(body && { body }) }, init)
    return new JSONApiResponse<unknown>(response)
  }
}

function own(method: 'GET' | 'DELETE', path: string, body?: object): Operation {
  return (configuration: Configuration, init) => new OwnApi(configuration).call(method, path, body, init)
}

/** The calls over one exchange. */
export function ownAccountOperations(exchange: Exchange): OwnAccountOperations {
  return {
    accountFeatures: (credentials) =>
      exchange(own('GET', ownAccountPaths.features), { success: isAccountFeatures }, { credentials }),
    listMyActivity: (query, credentials) =>
      exchange(own('GET', ownAccountPaths.activity), { success: isActivityPage }, { query, credentials }),
    exportMyData: (credentials) =>
      exchange(own('GET', ownAccountPaths.data), { success: isAccountData }, { credentials }),
    deleteMyAccount: (request, credentials) =>
      exchange(own('DELETE', ownAccountPaths.account, request), { success: isNothing }, { body: request, credentials }),
    listMyRememberedDevices: (credentials) =>
      exchange(own('GET', ownAccountPaths.rememberedDevices), { success: listOf(isRememberedDevice) }, { credentials }),
    forgetMyRememberedDevice: ({ id }, credentials) =>
      exchange(
        own('DELETE', `${ownAccountPaths.rememberedDevices}/${encodeURIComponent(id)}`),
        { success: isNothing },
        { credentials },
      ),
    forgetMyRememberedDevices: (credentials) =>
      exchange(own('DELETE', ownAccountPaths.rememberedDevices), { success: isCount }, { credentials }),
  }
}
