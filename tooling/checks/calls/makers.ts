import { flowKinds, type FlowKind } from '@gatehouse/contract/flows'
import { at, type Maker } from './call.ts'

const routes = 'apps/account/app/routes'
const flowFolder = 'apps/account/app/flow-page'
const commands = 'apps/cli/src/commands'

/** Returns the page of a flow, with the module that makes its calls. */
export function flowPage(kind: FlowKind, operation: 'createBrowserFlow' | 'getFlow' | 'updateFlow'): Maker {
  const through = operation === 'updateFlow' ? 'submit-flow' : 'start-flow'
  const entry = operation === 'updateFlow' ? `actOnFlow('${kind}'` : `loadFlow('${kind}'`
  return at(`/${kind}`, [`${routes}/${kind}/route.tsx`, entry], [`${flowFolder}/${through}.server.ts`, operation])
}

/** TABLE: the command of each kind of flow, and the text of its file that names the kind. */
const flowCommands = {
  login: ['login', 'login.ts', "kind: 'login'"],
  registration: ['register', 'register.ts', "kind: 'registration'"],
  settings: ['settings', 'settings.ts', 'openSettings('],
  recovery: ['recover', 'recover.ts', "kind: 'recovery'"],
  verification: ['verify', 'verify.ts', "kind: 'verification'"],
} as const satisfies Record<FlowKind, readonly [command: string, file: string, says: string]>

/** Returns the command of a flow, with the module that makes its calls. */
export function flowCommand(kind: FlowKind, operation: 'createNativeFlow' | 'getFlow' | 'updateFlow'): Maker {
  const [name, file, says] = flowCommands[kind]
  const through = kind === 'settings' ? 'settings-flow.ts' : 'native-flow.ts'
  return at(`gatehouse ${name}`, [`${commands}/${file}`, says], [`apps/cli/src/${through}`, operation])
}

/** The five kinds with the name that the field's client has for them: `Login`. */
export const namedKinds = flowKinds.map((kind) => ({
  kind,
  named: `${kind.slice(0, 1).toUpperCase()}${kind.slice(1)}`,
}))

/** Returns a page of the account, by the file of its folder that makes the call. */
export function page(name: string, file: string, says: string): Maker {
  return at(name, [`${routes}/${file}`, says])
}

/** Returns a command, by the file that makes the call. */
export function command(name: string, file: string, says: string): Maker {
  return at(`gatehouse ${name}`, [`apps/cli/src/${file}`, says])
}
