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
  const { features, activity, data, account, credentials: ways, keys, rememberedDevices } = ownAccountPaths
  return {
    accountFeatures: (credentials) => exchange('GET', features, { success: isAccountFeatures }, { credentials }),
    listMyActivity: (query, credentials) =>
      exchange('GET', activity, { success: isActivityPage }, { query, credentials }),
    exportMyData: (credentials) => exchange('GET', data, { success: isAccountData }, { credentials }),
    deleteMyAccount: (body, credentials) => exchange('DELETE', account, { success: isNothing }, { body, credentials }),
    listMyCredentials: (credentials) => exchange('GET', ways, { success: listOf(isOwnCredential) }, { credentials }),
    renameMyKey: ({ id, name }, credentials) =>
      exchange('PATCH', `${keys}/{id}`, { success: isNothing }, { params: { id }, body: { name }, credentials }),
    listMyRememberedDevices: (credentials) =>
      exchange('GET', rememberedDevices, { success: listOf(isRememberedDevice) }, { credentials }),
    forgetMyRememberedDevice: (params, credentials) =>
      exchange('DELETE', `${rememberedDevices}/{id}`, { success: isNothing }, { params, credentials }),
    forgetMyRememberedDevices: (credentials) =>
      exchange('DELETE', rememberedDevices, { success: isCount }, { credentials }),
  }
}
