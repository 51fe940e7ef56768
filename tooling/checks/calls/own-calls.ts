import { ownAccountPaths } from '@gatehouse/contract/account'
import { at, type CallRow, proof } from './call.ts'
import { page } from './makers.ts'

/** Both directions of translations: the texts that pages read, and those that they miss. */
// oxfmt-ignore
export const translationCalls: readonly CallRow[] = [
  {
    call: 'GET /locales/{lng}/{ns}.json', wire: 'GET /locales/{lng}/{ns}.json',
    makers: [at('every page, once script runs', ['apps/account/app/text/i18next-texts.ts', 'loadNamespaces('])],
    tests: [proof('missing-texts-6')],
  },
  {
    call: 'POST /locales/add/{lng}/{ns}', wire: 'POST /locales/add/{lng}/{ns}',
    makers: [at('every page, in development', ['apps/account/app/text/i18next-texts.ts', 'saveMissing: reportMissing'])],
    tests: [proof('missing-texts-1')],
  },
]

/** Calls beyond the wire, for one's own account. */
export const ownAccountCalls: readonly CallRow[] = [
  {
    call: 'accountFeatures',
    wire: `GET ${ownAccountPaths.features}`,
    makers: [at('every page of the account', ['apps/account/src/features.ts', 'accountFeatures'])],
    tests: [proof('activity-2')],
  },
  {
    call: 'listMyActivity',
    wire: `GET ${ownAccountPaths.activity}`,
    makers: [page('/activity', 'activity/read-activity.server.ts', 'listMyActivity')],
    tests: [proof('activity-1')],
  },
  {
    call: 'exportMyData',
    wire: `GET ${ownAccountPaths.data}`,
    makers: [page('/settings/data', 'your-data/export-route.ts', 'exportMyData')],
    tests: [proof('your-data-1')],
  },
  {
    call: 'deleteMyAccount',
    wire: `DELETE ${ownAccountPaths.account}`,
    makers: [page('/settings/data', 'your-data/route.tsx', 'deleteMyAccount')],
    tests: [proof('your-data-2')],
  },
  {
    call: 'listMyCredentials',
    wire: `GET ${ownAccountPaths.credentials}`,
    makers: [at('/settings', ['apps/account/app/flow-page/settings/settings-facts.server.ts', 'listMyCredentials'])],
    tests: [proof('own-credentials-1')],
  },
  {
    call: 'renameMyKey',
    wire: `PATCH ${ownAccountPaths.keys}/{id}`,
    makers: [page('/settings', 'settings/keys-route.ts', 'renameMyKey')],
    tests: [proof('own-credentials-2')],
  },
  {
    call: 'listMyRememberedDevices',
    wire: `GET ${ownAccountPaths.rememberedDevices}`,
    makers: [page('/sessions', 'sessions/list-sessions.server.ts', 'listMyRememberedDevices')],
    tests: [proof('remembered-devices-10')],
  },
  {
    call: 'forgetMyRememberedDevice',
    wire: `DELETE ${ownAccountPaths.rememberedDevices}/{id}`,
    makers: [page('/sessions', 'sessions/revoke-sessions.server.ts', 'forgetMyRememberedDevice')],
    tests: [proof('remembered-devices-10')],
  },
  {
    call: 'forgetMyRememberedDevices',
    wire: `DELETE ${ownAccountPaths.rememberedDevices}`,
    makers: [page('/sessions', 'sessions/revoke-sessions.server.ts', 'forgetMyRememberedDevices')],
    tests: [proof('remembered-devices-10')],
  },
]
