import type { FlowKind } from '@gatehouse/contract/flow'
import { proof, type ProvingTest, type SaidOfCall } from './call.ts'
import { flowCommand, flowPlace, namedKinds } from './places.ts'

const routes = 'apps/account/app/routes'
const cli = 'apps/cli/src/gatehouse.test.ts'

interface FlowTests {
  readonly page: ProvingTest
  readonly command: ProvingTest
}

/** TABLE: for each kind of flow, the test of its page and the test of its command. */
// oxfmt-ignore
const flowTests: Readonly<Record<FlowKind, FlowTests>> = {
  login: {
    page:    proof(`${routes}/login/login.test.ts`, 'signs in by password and leads to where somebody wanted to go'),
    command: proof(cli, 'an account from the terminal: register, look, list, sign out, sign in again'),
  },
  registration: {
    page:    proof(`${routes}/registration/registration.test.ts`, 'signs in, confirms the address by code, and says hello'),
    command: proof(cli, 'an account from the terminal: register, look, list, sign out, sign in again'),
  },
  settings: {
    page:    proof(`${routes}/settings/settings.test.ts`, 'save the profile and return to its section'),
    command: proof(cli, 'settings: what there is, a change, what is refused, and who is not signed in'),
  },
  recovery: {
    page:    proof(`${routes}/recovery/recovery.test.ts`, 'lets somebody back in by code, and on to a new password'),
    command: proof(cli, 'a forgotten password: a code in the mail, a session, a new password'),
  },
  verification: {
    page:    proof(`${routes}/registration/registration.test.ts`, 'signs in, confirms the address by code, and says hello'),
    command: proof(cli, 'an address is verified by the code in the mail, in two commands'),
  },
}

/** What is said of the four calls of each kind of flow, by their names in the field's client. */
export const flowCalls: Readonly<Record<string, SaidOfCall>> = Object.fromEntries(
  namedKinds.flatMap(({ kind, named }): readonly (readonly [string, SaidOfCall])[] => {
    const tests = flowTests[kind]
    return [
      [
        `FrontendApi.createBrowser${named}Flow`,
        { places: [flowPlace(kind, 'createBrowserFlow')], tests: [tests.page] },
      ],
      [
        `FrontendApi.createNative${named}Flow`,
        { places: [flowCommand(kind, 'createNativeFlow')], tests: [tests.command] },
      ],
      [
        `FrontendApi.get${named}Flow`,
        { places: [flowPlace(kind, 'getFlow'), flowCommand(kind, 'getFlow')], tests: [tests.page, tests.command] },
      ],
      [
        `FrontendApi.update${named}Flow`,
        {
          places: [flowPlace(kind, 'updateFlow'), flowCommand(kind, 'updateFlow')],
          tests: [tests.page, tests.command],
        },
      ],
    ]
  }),
)
