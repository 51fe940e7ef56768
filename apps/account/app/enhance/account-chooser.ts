import { publicPaths } from '@gatehouse/contract/http'

/** A form beside which an account can be chosen. */
export interface ChooserRequest {
  readonly flowId: string
  readonly context: 'signin' | 'signup'
  readonly signal: AbortSignal
}

interface Chooser {
  readonly client_id: string
  readonly config_url: string
  readonly nonce: string
}

interface Parameters {
  readonly csrf_token: string
  readonly providers: readonly Chooser[]
}

/** The browser's answer; TypeScript does not have its type yet. */
interface ChosenAccount {
  readonly token: unknown
  readonly configURL?: string
}

/**
 * Asks for an account and signs in with it. If that fails or is declined, the page stays as it is: its form still
 * works.
 */
export async function chooseAccount({ flowId, context, signal }: ChooserRequest): Promise<void> {
  try {
    const parameters = await askParameters(signal)
    if (!parameters) return
    const credential: unknown = await navigator.credentials.get(questionOf(parameters, context, signal))
    if (isChosen(credential) && !signal.aborted) send(flowId, parameters, credential)
  } catch {
    // Closed, not signed in anywhere, or aborted.
  }
}

async function askParameters(signal: AbortSignal): Promise<Parameters | undefined> {
  const answer = await fetch(publicPaths.fedcmParameters, { headers: { accept: 'application/json' }, signal })
  const body: unknown = answer.ok ? await answer.json() : undefined
  return isParameters(body) ? body : undefined
}

/** The chooser always asks: an automatic sign-in would sign a person in again right after they signed out. */
function questionOf({ providers }: Parameters, context: ChooserRequest['context'], signal: AbortSignal): object {
  const asked = providers.map(({ client_id: clientId, config_url: configURL, nonce }) => ({
    configURL,
    clientId,
    params: { nonce },
  }))
  return { mediation: 'required', signal, identity: { context, providers: asked } }
}

/** Submits a separate form, so that the answer may redirect wherever a form may. */
function send(flowId: string, { csrf_token, providers }: Parameters, { token, configURL }: ChosenAccount): void {
  const [only, ...more] = providers
  const chosen = providers.find(({ config_url }) => config_url === configURL) ?? (more.length === 0 ? only : undefined)
  const fields = {
    csrf_token,
    token: typeof token === 'string' ? token : JSON.stringify(token),
    ...(chosen && { nonce: chosen.nonce }),
  }
  const form = document.createElement('form')
  form.method = 'post'
  form.action = `${publicPaths.fedcmToken}?${new URLSearchParams({ flow: flowId })}`
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = value
    form.append(input)
  }
  document.body.append(form)
  form.submit()
}

function isParameters(value: unknown): value is Parameters {
  const providers = member(value, 'providers')
  return typeof member(value, 'csrf_token') === 'string' && Array.isArray(providers) && providers.length > 0
}

function isChosen(value: unknown): value is ChosenAccount {
  return member(value, 'token') !== undefined && member(value, 'token') !== null
}

function member(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
