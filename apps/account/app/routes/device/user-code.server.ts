import { okOrFailure, requireChallenge, requireOAuth2 } from '../../oauth2/oauth2.server.ts'
import { depart } from '../../request/depart.server.ts'
import { formToken, requireFormToken } from '../../request/form-token.server.ts'
import type { PageRequest } from '../../request/page-request.ts'
import { requireOwnForm } from '../../request/require-own-form.server.ts'

/** The data of the page for a device's code. */
export interface DeviceState {
  readonly challenge: string
  /** Anti-CSRF token of the form. */
  readonly token: string
  readonly userCode: string
  /** The reason why the sent code was refused. */
  readonly fault?: 'missing' | 'wrong'
}

const longestCode = 64

/** Returns the form, with the code if the device's link or picture has it. A person always submits it. */
export function loadDevice(page: PageRequest, query: URLSearchParams): DeviceState {
  // The action has drawn the page already.
  requireOAuth2(page)
  if (page.method === 'POST') return { challenge: '', token: '', userCode: '' }
  const challenge = requireChallenge(page, query, 'device_challenge')
  return { challenge, token: formToken(page), userCode: readCode(query) }
}

/** Takes a code, and redirects to the sign-in for the device. Returns the state to show if the code is refused. */
export async function enterUserCode(page: PageRequest, form: URLSearchParams): Promise<DeviceState> {
  const oauth2 = requireOAuth2(page)
  const challenge = requireChallenge(page, form, 'device_challenge')
  const here = `/device?${new URLSearchParams({ device_challenge: challenge })}`
  requireOwnForm(page, here)
  requireFormToken(page, form, here)
  const state = { challenge, token: formToken(page), userCode: readCode(form) }
  if (state.userCode === '') return { ...state, fault: 'missing' }
  const answer = await oauth2.acceptUserCode(challenge, state.userCode)
  if (answer.kind === 'over') return { ...state, fault: 'wrong' }
  throw depart(page, okOrFailure(page, answer, here))
}

/** People type spaces if a device shows its code in groups. */
function readCode(from: URLSearchParams): string {
  return (from.get('user_code') ?? '').replace(/\s+/g, '').slice(0, longestCode)
}
