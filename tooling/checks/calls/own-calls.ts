import { ownAccountPaths } from '@gatehouse/contract/own-account'
import { at, type CallRow, proof } from './call.ts'
import { page } from './places.ts'

const yourData = 'apps/account/app/routes/your-data/your-data.test.ts'
const activity = 'apps/account/app/routes/activity/activity.test.ts'
const devices = 'packages/identity/src/devices/remembered-devices.test.ts'
const missing = 'apps/gateway/src/missing-texts/missing-texts.test.ts'

/** Both ways of translations: what pages read, and the texts that they miss. */
// oxfmt-ignore
export const translationCalls: readonly CallRow[] = [
  {
    call: 'GET /locales/{lng}/{ns}.json', wire: 'GET /locales/{lng}/{ns}.json',
    places: [at('every page, once script runs', ['apps/account/app/text/i18next-texts.ts', 'loadNamespaces('])],
    tests: [proof(missing, 'a catalogue is served with a validator, and not sent again to who has it')],
  },
  {
    call: 'POST /locales/add/{lng}/{ns}', wire: 'POST /locales/add/{lng}/{ns}',
    places: [at('every page, in development', ['apps/account/app/text/i18next-texts.ts', 'saveMissing: reportMissing'])],
    tests: [proof(missing, 'a text that a page misses is collected once, in the form of the catalogues')],
  },
]

/** Calls beyond the wire, for one's own account. */
export const ownAccountCalls: readonly CallRow[] = [
  {
    call: 'accountFeatures',
    wire: `GET ${ownAccountPaths.features}`,
    places: [at('every page of the account', ['apps/account/src/features.ts', 'accountFeatures'])],
    tests: [proof(activity, 'says why there is none where the service keeps no history, and is not in the navigation')],
  },
  {
    call: 'listMyActivity',
    wire: `GET ${ownAccountPaths.activity}`,
    places: [page('/activity', 'activity/read-activity.server.ts', 'listMyActivity')],
    tests: [proof(activity, 'tells of sign-ins, failures and changes, in words')],
  },
  {
    call: 'exportMyData',
    wire: `GET ${ownAccountPaths.data}`,
    places: [page('/settings/data', 'your-data/collect-data.server.ts', 'exportMyData')],
    tests: [proof(yourData, 'comes as a file, without secrets')],
  },
  {
    call: 'deleteMyAccount',
    wire: `DELETE ${ownAccountPaths.account}`,
    places: [page('/settings/data', 'your-data/delete-account.server.ts', 'deleteMyAccount')],
    tests: [proof(yourData, 'is deleted once the address was typed, and the address is free again')],
  },
  {
    call: 'listMyRememberedDevices',
    wire: `GET ${ownAccountPaths.rememberedDevices}`,
    places: [page('/sessions', 'sessions/list-sessions.server.ts', 'listMyRememberedDevices')],
    tests: [proof(devices, 'is one’s own, says when each ends, and forgets one or all')],
  },
  {
    call: 'forgetMyRememberedDevice',
    wire: `DELETE ${ownAccountPaths.rememberedDevices}/{id}`,
    places: [page('/sessions', 'sessions/revoke-sessions.server.ts', 'forgetMyRememberedDevice')],
    tests: [proof(devices, 'is one’s own, says when each ends, and forgets one or all')],
  },
  {
    call: 'forgetMyRememberedDevices',
    wire: `DELETE ${ownAccountPaths.rememberedDevices}`,
    places: [page('/sessions', 'sessions/revoke-sessions.server.ts', 'forgetMyRememberedDevices')],
    tests: [proof(devices, 'is one’s own, says when each ends, and forgets one or all')],
  },
]
