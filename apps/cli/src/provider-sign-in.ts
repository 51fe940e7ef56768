import { createServer } from 'node:http'
import { once } from 'node:events'
import type { IdentityClient } from '@gatehouse/client/client'
import { isLoopbackHost } from '@gatehouse/config/config'
import type { SuccessfulLogin } from '@gatehouse/contract/flows'
import { CommandFailure, refusal } from './command-failure.ts'
import type { Conversation } from './fill-in.ts'
import { failureOf } from './native-flow.ts'

/** Signing in with an account at a provider. */
export interface ProviderSignIn {
  readonly client: IdentityClient
  /** The provider's id at the identity service. */
  readonly provider: string
  /**
   * The address at which the browser ends; the service must allow it. The command listens at an http address of this
   * machine.
   */
  readonly returnTo: string | undefined
  readonly conversation: Conversation
}

/**
 * Has a browser sign in with a provider and trades the two codes of that for a session token: the one that only this
 * program has, and the one that the browser brings back.
 */
export async function signInWithProvider(options: ProviderSignIn): Promise<SuccessfulLogin> {
  const { returnTo } = options
  // Before anything else: a browser must not return to an address without a listener.
  const arrival = listensAt(returnTo) ? await openArrival(new URL(returnTo)) : undefined
  try {
    return await signIn(options, arrival)
  } finally {
    arrival?.close()
  }
}

async function signIn(
  { client, provider, returnTo, conversation }: ProviderSignIn,
  arrival: Arrival | undefined,
): Promise<SuccessfulLogin> {
  const query = { return_session_token_exchange_code: true, return_to: returnTo }
  const start = await client.createNativeFlow('login', query)
  if (start.kind !== 'ok') throw failureOf(start)
  const { id: flow, session_token_exchange_code: initCode } = start.body
  if (initCode === undefined) throw new CommandFailure('This service has no sign-in with providers for terminals.')
  const sent = await client.updateFlow('login', { flow, body: new URLSearchParams({ method: 'oidc', provider }) })
  const address = sent.kind === 'error' ? sent.envelope.redirect_browser_to : undefined
  if (address === undefined) throw sent.kind === 'flow' ? notOffered(provider) : failureOf(sent)
  conversation.say(`Open this in a browser:\n${address}`)
  const ended = arrival?.came ?? conversation.ask('Address at which the browser ended', { hidden: false })
  const answer = await client.exchangeSessionToken({ initCode, returnToCode: codeIn(await ended) })
  if (answer.kind === 'ok') return answer.body
  throw answer.kind === 'error' ? refusal(answer) : new CommandFailure('The service gave no session.')
}

function codeIn(address: string | undefined): string {
  if (address === undefined) {
    throw new CommandFailure('Nobody is there to say where the browser ended. Say --return-to http://127.0.0.1:PORT/.')
  }
  const code = URL.canParse(address) ? new URL(address).searchParams.get('code') : address.trim()
  if (code !== null && code !== '') return code
  throw new CommandFailure('The browser came back without a session. The account may be new: try once more.')
}

function notOffered(provider: string): CommandFailure {
  return new CommandFailure(`This service does not sign in with ${provider}.`)
}

function listensAt(address: string | undefined): address is string {
  if (address === undefined || !URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && isLoopbackHost(hostname)
}

/** Waits for a browser. */
interface Arrival {
  /** The address it came with. */
  readonly came: Promise<string>
  close(): void
}

/** Listens at an address of this machine for the browser that was sent; answers 404 to every other request. */
async function openArrival(target: URL): Promise<Arrival> {
  const server = createServer()
  const came = new Promise<string>((resolve) => {
    server.on('request', (request, response) => {
      const address = new URL(request.url ?? '/', target)
      const isIt = request.method === 'GET' && address.pathname === target.pathname
      response.writeHead(isIt ? 200 : 404, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
      response.end(isIt ? 'You can close this window and go back to the terminal.' : 'Not here.')
      if (isIt) resolve(address.href)
    })
  })
  server.listen(Number(target.port || 80), target.hostname.replace(/^\[|\]$/g, ''))
  await once(server, 'listening').catch(() => {
    throw new CommandFailure(`--return-to ${target.href} cannot be listened at: the port is taken, or not yours.`)
  })
  return { came, close: () => void server.close() }
}
