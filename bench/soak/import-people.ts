import { argon2Sync, randomBytes } from 'node:crypto'
import { newPerson, oneOf, type Person } from './people.ts'
import { hashMemoryKiB } from './soak-config.ts'

/** The first password of all people. */
const password = 'a-password-for-everyone-in-the-soak'
const batchSize = 1_000

/** Imports so many people, whose addresses are proved, over the admin API; all with the same password, hashed once. */
export async function importPeople(adminOrigin: string, count: number): Promise<Person[]> {
  const hashed = hashOf(password)
  const people = Array.from({ length: count }, (_, number) => newPerson(number, password, true))
  for (let from = 0; from < count; from += batchSize) {
    const identities = people.slice(from, from + batchSize).map(({ email, names }) => ({
      create: {
        schema_id: 'account',
        traits: { email, name: oneOf(names) },
        verifiable_addresses: [{ value: email, via: 'email', verified: true, status: 'completed' }],
        credentials: { password: { config: { hashed_password: hashed } } },
      },
    }))
    // oxlint-disable-next-line no-await-in-loop -- one batch after the other
    const answer = await fetch(`${adminOrigin}/admin/identities`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ identities }),
    })
    // oxlint-disable-next-line no-await-in-loop -- likewise
    const text = await answer.text()
    if (!answer.ok) throw new Error(`An import was answered ${answer.status}: ${text.slice(0, 500)}`)
  }
  return people
}

function hashOf(text: string): string {
  const nonce = randomBytes(16)
  const cost = { memory: hashMemoryKiB, passes: 1, parallelism: 1 }
  const tag = argon2Sync('argon2id', { message: text, nonce, ...cost, tagLength: 32 })
  const [salt, hash] = [nonce, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, ''))
  return `$argon2id$v=19$m=${hashMemoryKiB},t=1,p=1$${salt}$${hash}`
}
