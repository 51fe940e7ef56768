import { isInputNode, type LoginFlow, type InputType } from '@gatehouse/contract/flows'
import { expect, it } from 'vitest'
import { keepTyped } from './keep-typed.ts'

function input(name: string, type: InputType, value?: unknown) {
  const attributes = {
    node_type: 'input',
    name,
    type,
    disabled: false,
    ...(value === undefined ? {} : { value }),
  } as const
  return { type: 'input', group: 'default', attributes, messages: [], meta: {} } as const
}

const at = '2026-01-01T00:00:00Z'
const fresh: LoginFlow = {
  id: 'new',
  type: 'browser',
  expires_at: at,
  issued_at: at,
  created_at: at,
  updated_at: at,
  request_url: '',
  organization_id: null,
  refresh: false,
  requested_aal: 'aal1',
  state: 'choose_method',
  ui: {
    action: '',
    method: 'POST',
    nodes: [
      input('csrf_token', 'hidden', 'fresh'),
      input('identifier', 'text', ''),
      input('password', 'password'),
      input('code', 'text'),
      input('remember', 'checkbox', false),
      input('method', 'submit', 'password'),
    ],
  },
}

it('refills the input, and nothing that is secret or belongs to the new flow', () => {
  const typed = new URLSearchParams(
    'csrf_token=stale&identifier=ada%40example.org&password=secret&code=123456&remember=false&remember=true&method=code',
  )
  const values = keepTyped(fresh, typed)
    .ui.nodes.filter(isInputNode)
    .map(({ attributes }) => attributes.value)
  expect(values).toEqual(['fresh', 'ada@example.org', undefined, undefined, true, 'password'])
})
