import { totpCode, type Authenticator } from '@gatehouse/testing/devices'
import { createVisitor } from '@gatehouse/testing/browser'
import { signInAtProvider } from '@gatehouse/testing/providers'

import type { RunningEngine } from '../engines/engine.ts'

/** A service's answer to a browser's script. */
export interface Shown {
  readonly status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- answers of every shape
  readonly body: any
}

type Kind = 'login' | 'settings'

/** Opens a browser whose person drives flows by script, at any service. */
export function openBrowser({ publicUrl, send }: Pick<RunningEngine, 'publicUrl' | 'send'>) {
  const visitor = createVisitor(send)
  const call = async (path: string, init: RequestInit = {}): Promise<Shown> => {
    const headers = { accept: 'application/json', 'content-type': 'application/json', 'sec-fetch-mode': 'cors' }
    const answer = await visitor.fetch(new URL(path, publicUrl), { headers, ...init })
    const text = await answer.text()
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) }
  }
  const start = async (kind: Kind, query = '') => (await call(`/self-service/${kind}/browser${query}`)).body
  const submit = (flow: Shown['body'], fields: object): Promise<Shown> => {
    const body = JSON.stringify({ csrf_token: valueOf(flow, 'csrf_token'), ...fields })
    return call(flow.ui.action, { method: 'POST', body })
  }
  const settings = async (fields: object | ((flow: Shown['body']) => object)): Promise<Shown> => {
    const flow = await start('settings')
    return submit(flow, typeof fields === 'function' ? fields(flow) : fields)
  }

  return {
    whoami: async () => (await call('/sessions/whoami')).body,
    password: async (identifier: string, password: string) =>
      submit(await start('login'), { method: 'password', identifier, password }),
    second: async (fields: object) => submit(await start('login', '?aal=aal2'), fields),
    /** Signs in with a passkey, as the form's script does. */
    passkey: async (device: Authenticator) => {
      const flow = await start('login')
      const passkey_login = device.get(JSON.parse(valueOf(flow, 'passkey_challenge')))
      return submit(flow, { method: 'passkey', passkey_login })
    },
    /** Comes from the provider as the owner of the address. Returns the address to which the service redirects. */
    provider: async (email: string): Promise<string> => {
      const flow = await start('login')
      const sent = await submit(flow, { method: 'oidc', provider: 'corp', upstream_parameters: { login_hint: email } })
      const back = await signInAtProvider(sent.body.redirect_browser_to)
      const answer = await visitor.fetch(back, { headers: { accept: 'text/html' } })
      const target = new URL(answer.headers.get('location') ?? '/', publicUrl)
      const [error, again] = [target.searchParams.get('id'), target.searchParams.get('flow')]
      // Tells more than an address when the account does not open.
      if (error !== null) return JSON.stringify((await call(`/self-service/errors?id=${error}`)).body)
      if (again !== null) return JSON.stringify((await call(`/self-service/login/flows?id=${again}`)).body.ui)
      return target.href
    },
    addPasskey: (device: Authenticator) =>
      settings((flow) => ({
        method: 'passkey',
        passkey_settings_register: device.create(optionsOf(valueOf(flow, 'passkey_create_data'))),
      })),
    addKey: (device: Authenticator) =>
      settings((flow) => ({
        method: 'webauthn',
        webauthn_register: device.create(JSON.parse(valueOf(flow, 'webauthn_register_trigger'))),
        webauthn_register_displayname: 'Blue key',
      })),
    /** The codes. */
    addBackupCodes: async (): Promise<readonly string[]> => {
      const flow = await start('settings')
      const shown = await submit(flow, { method: 'lookup_secret', lookup_secret_regenerate: true })
      const node = nodeOf(shown.body, (one) => one.attributes.id === 'lookup_secret_codes')
      await submit(shown.body, { method: 'lookup_secret', lookup_secret_confirm: true })
      return node.attributes.text.context.secrets.map(({ context }: Shown['body']) => String(context.secret))
    },
    /** The key of the authenticator app. */
    addTotp: async (): Promise<string> => {
      const flow = await start('settings')
      const node = nodeOf(flow, (one) => one.attributes.id === 'totp_secret_key')
      const secret = String(node.attributes.text.context.secret)
      await submit(flow, { method: 'totp', totp_code: totpCode(secret, Date.now()) })
      return secret
    },
  }
}

function nodeOf(flow: Shown['body'], fits: (node: Shown['body']) => boolean): Shown['body'] {
  const found = flow.ui.nodes.find(fits)
  if (found === undefined) throw new Error(`there is no such node: ${JSON.stringify(flow.ui).slice(0, 2_000)}`)
  return found
}

function valueOf(flow: Shown['body'], name: string): string {
  return String(nodeOf(flow, ({ attributes }) => attributes.name === name).attributes.value)
}

function optionsOf(text: string): Parameters<Authenticator['create']>[0] {
  const options = JSON.parse(text)
  return options.credentialOptions ?? options
}
