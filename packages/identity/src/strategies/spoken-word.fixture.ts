import { z } from 'zod'

import type { Credential, CredentialType, Identity } from '../identities/identity.ts'
import { codeText, fieldRejection, limitedInSession } from '../flows/ports/strategy-input.ts'
import { withCredential } from '../flows/ports/strategy.ts'
import { saveLabel } from '../messages/labels.ts'
import { generic } from '../messages/validation.ts'
import { inputNode, submitNode } from '../nodes/node.ts'
import { named } from './registry.ts'
import type { Method } from './method.ts'

/** A type of credential that is not one of the service's own. */
export const spokenWordType = JSON.parse('"spoken_word"') as CredentialType

const nodes = () => [
  inputNode(spokenWordType, 'spoken_word', 'text', { value: '', required: true }),
  submitNode(spokenWordType, 'method', spokenWordType, saveLabel()),
]

function wordOf({ credentials }: Identity): string | undefined {
  const word = credentials[spokenWordType]?.config['word']
  return typeof word === 'string' && word !== '' ? word : undefined
}

function withWord(identity: Identity, word: string, now: number): Identity {
  const { createdAt = now, version = 0 } = identity.credentials[spokenWordType] ?? {}
  const credential: Credential = {
    type: spokenWordType,
    identifiers: [identity.id],
    config: { word },
    version,
    createdAt,
    updatedAt: now,
  }
  return withCredential(identity, credential, now)
}

/** An agreed word as a second factor: a method that only its row in the registry knows. */
export const spokenWord: Method = {
  id: spokenWordType,
  flows: { login: named(spokenWordType), settings: named(spokenWordType) },
  isEnabled: () => true,
  create: () => ({
    id: spokenWordType,
    login: {
      limitSubject: (attempt) => limitedInSession(attempt, codeText(attempt.fields, 'spoken_word')),
      nodes: ({ aal, identity }) => (aal === 'aal2' && identity && wordOf(identity) !== undefined ? nodes() : []),
      submit: ({ fields, identity }) => {
        const word = codeText(fields, 'spoken_word')
        if (word.kind !== 'text') return fieldRejection('spoken_word', word)
        if (!identity || word.value !== wordOf(identity)) return { kind: 'rejected', form: [generic('Another word.')] }
        return { kind: 'authenticated', identity, method: spokenWordType, aal: 'aal2' }
      },
    },
    settings: {
      isPrivileged: () => true,
      nodes,
      submit: ({ fields, now }) => {
        const word = codeText(fields, 'spoken_word')
        if (word.kind !== 'text') return fieldRejection('spoken_word', word)
        return {
          kind: 'changed',
          change: (fresh) => withWord(fresh, word.value, now),
          method: { method: spokenWordType, aal: 'aal2' },
        }
      },
    },
  }),
  credential: { type: spokenWordType, writable: { keys: ['word'] }, removal: { usableBy: 'word' } },
  imported: {
    type: spokenWordType,
    body: z.strictObject({ config: z.strictObject({ word: z.string() }) }).transform(({ config: { word } }) => ({
      prepare: () => (_seals, identity, now) => withWord(identity, word, now),
    })),
  },
  secondFactor: {
    counts: () => true,
    isSetUp: (identity) => wordOf(identity) !== undefined,
  },
  position: { group: spokenWordType, at: { login: 15, settings: 35 } },
}
