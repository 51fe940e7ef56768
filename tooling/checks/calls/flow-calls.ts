import type { FlowKind } from '@gatehouse/contract/flows'
import { proof, type ProvingTest, type SaidOfCall } from './call.ts'
import { flowCommand, flowPage, namedKinds } from './makers.ts'

interface FlowTests {
  readonly page: ProvingTest
  readonly command: ProvingTest
}

/** TABLE: for each kind of flow, the test of its page and the test of its command. */
// oxfmt-ignore
const flowTests: Readonly<Record<FlowKind, FlowTests>> = {
  login: {
    page:    proof('login-1'),
    command: proof('gatehouse-1'),
  },
  registration: {
    page:    proof('registration-1'),
    command: proof('gatehouse-1'),
  },
  settings: {
    page:    proof('settings-1'),
    command: proof('gatehouse-4'),
  },
  recovery: {
    page:    proof('recovery-1'),
    command: proof('gatehouse-3'),
  },
  verification: {
    page:    proof('registration-1'),
    command: proof('gatehouse-2'),
  },
}

/** The rows of the four calls of each kind of flow, by their names in the field's client. */
export const flowCalls: Readonly<Record<string, SaidOfCall>> = Object.fromEntries(
  namedKinds.flatMap(({ kind, named }): readonly (readonly [string, SaidOfCall])[] => {
    const tests = flowTests[kind]
    return [
      [`FrontendApi.createBrowser${named}Flow`, { makers: [flowPage(kind, 'createBrowserFlow')], tests: [tests.page] }],
      [
        `FrontendApi.createNative${named}Flow`,
        { makers: [flowCommand(kind, 'createNativeFlow')], tests: [tests.command] },
      ],
      [
        `FrontendApi.get${named}Flow`,
        { makers: [flowPage(kind, 'getFlow'), flowCommand(kind, 'getFlow')], tests: [tests.page, tests.command] },
      ],
      [
        `FrontendApi.update${named}Flow`,
        {
          makers: [flowPage(kind, 'updateFlow'), flowCommand(kind, 'updateFlow')],
          tests: [tests.page, tests.command],
        },
      ],
    ]
  }),
)
