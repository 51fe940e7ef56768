import {
  ownAccountPaths,
  type AccountData,
  type AccountFeatures,
  type ActivityPage,
  type OwnCredential,
  type RememberedDevice,
} from '@gatehouse/contract/account'
import type { Answer } from './answer.ts'
import type { Credentials, Query } from './credentials.ts'
import type { Exchange } from './exchange.ts'
import { own } from './own-call.ts'
import {
  isAccountData,
  isAccountFeatures,
  isActivityPage,
  isCount,
  isNothing,
  isOwnCredential,
  isRememberedDevice,
  listOf,
} from './shape.ts'

/** Calls that only the embedded identity service answers; an Ory Kratos says 404. */
export interface OwnAccountOperations {
  /** The features of the service beyond the wire. Needs no session. */
  accountFeatures(credentials?: Credentials): Promise<Answer<AccountFeatures>>
  /** The history of one's own account. `page_size`, `before`. */
  listMyActivity(query?: Query, credentials?: Credentials): Promise<Answer<ActivityPage>>
  /** Everything that is kept of one's own account, without secrets. */
  exportMyData(credentials?: Credentials): Promise<Answer<AccountData>>
  /**
   * Deletes one's own account and all its sessions. 403 `session_refresh_required` if the sign-in is too long ago, 400
   * if `confirm` is not the account's address.
   */
  deleteMyAccount(request: { readonly confirm: string }, credentials?: Credentials): Promise<Answer<undefined>>
  /** How the account is signed in to: password, keys, codes. */
  listMyCredentials(credentials?: Credentials): Promise<Answer<readonly OwnCredential[]>>
  /** Names a passkey or a security key. 400: the name is empty or too long; 404: there is no such key. */
  renameMyKey(
    request: { readonly id: string; readonly name: string },
    credentials?: Credentials,
  ): Promise<Answer<undefined>>
  /** The trusted browsers, which skip the second factor, used last first. */
  listMyRememberedDevices(credentials?: Credentials): Promise<Answer<readonly RememberedDevice[]>>
  /** Requires the second factor of one of them again. */
  forgetMyRememberedDevice(request: { readonly id: string }, credentials?: Credentials): Promise<Answer<undefined>>
  /** Requires the second factor of all of them again; `count` is their number. */
  forgetMyRememberedDevices(credentials?: Credentials): Promise<Answer<{ readonly count: number }>>
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
    listMyCredentials: (credentials) =>
      exchange(own('GET', ownAccountPaths.credentials), { success: listOf(isOwnCredential) }, { credentials }),
    renameMyKey: ({ id, name }, credentials) =>
      exchange(
        own('PATCH', `${ownAccountPaths.keys}/${encodeURIComponent(id)}`, { name }),
        { success: isNothing },
        { body: { name }, credentials },
      ),
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
