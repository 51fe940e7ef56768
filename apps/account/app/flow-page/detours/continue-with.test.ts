import { continueWithActions, type ContinueWith } from '@gatehouse/contract/flows'
import { describe, expect, it } from 'vitest'

import { nextStop } from './continue-with.server.ts'

const origin = 'https://account.example.org'
const flow = { id: '5b0f6a54-5f2a-4b1c-9a55-0d9f5f8c2a11' }
const asSent = (item: object) => item as ContinueWith

describe('the next step after a flow', () => {
  it.each([
    [{ action: 'show_pin_entry_ui', data: { enc: 'a', ciphertext: 'b' } }],
    [{ action: 'show_pin_entry_ui' }],
    [{ action: 'set_ory_session_token', ory_session_token: 'secret' }],
    [{ action: 'show_something_new', flow, url: 'https://evil.example.org/' }],
    [{ action: 7 }],
    [{}],
  ])('%j leads nowhere in a browser, and hides nothing that does @contract-july-8', (item) => {
    expect(nextStop([asSent(item)], origin)).toBeUndefined()
    const known = asSent({ action: 'show_settings_ui', flow })
    expect(nextStop([asSent(item), known], origin)?.to).toBe(`/settings?flow=${flow.id}`)
  })

  it('every action of the wire has a page or none @contract-july-14', () => {
    const to = continueWithActions.map((action) => [
      action,
      nextStop([asSent({ action, flow, redirect_browser_to: `${origin}/welcome` })], origin)?.to,
    ])
    expect(Object.fromEntries(to)).toEqual({
      redirect_browser_to: '/welcome',
      show_recovery_ui: `/recovery?flow=${flow.id}`,
      show_settings_ui: `/settings?flow=${flow.id}`,
      show_verification_ui: `/verification?flow=${flow.id}`,
    })
  })
})
