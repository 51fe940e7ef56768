import type { VerificationFlow } from '@gatehouse/contract/flows'
import { expect, it } from 'vitest'
import { onToClient } from './on-to-client.ts'

const at = '2026-01-01T00:00:00Z'

function verified(href: string): VerificationFlow {
  const title = { id: 1070009, text: 'Continue', type: 'info' } as const
  const attributes = { node_type: 'a', id: 'continue', href, title } as const
  return {
    id: 'a-flow',
    type: 'browser',
    expires_at: at,
    issued_at: at,
    request_url: '',
    state: 'passed_challenge',
    ui: {
      action: '',
      method: 'POST',
      nodes: [{ type: 'a', group: 'default', attributes, messages: [], meta: {} }],
    },
  }
}

function wayOn(href: string, address: string): unknown {
  const [node] = onToClient(verified(href), new URL(address, 'https://account.example.org')).ui.nodes
  return node?.attributes.node_type === 'a' ? node.attributes.href : undefined
}

const home = 'https://account.example.org/'

it('after a sign-up for an application the link opens the application', () => {
  const on = '/login?login_challenge=a+b'
  expect(wayOn(home, '/verification?flow=a-flow&login_challenge=a%20b')).toBe(on)
})

it('a link that opens it already stays unchanged, and so does every other verification', () => {
  const proof = 'https://oauth2.example.org/oauth2/auth?client_id=a&login_verifier=b'
  expect(wayOn(proof, '/verification?flow=a-flow&login_challenge=a')).toBe(proof)
  expect(wayOn(home, '/verification?flow=a-flow')).toBe(home)
})
