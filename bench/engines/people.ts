import { argon2Sync, randomBytes } from 'node:crypto'
import { argon2 } from './engine-config.ts'

/** The password of all people. */
export const password = 'a-password-for-everyone-in-the-bench'

/** Returns the address of one of the people. */
export function emailOf(index: number): string {
  return `person-${index}@example.org`
}

const batchSize = 1_000

/** Imports so many people over the admin API, all with the same password, hashed once. */
export async function importPeople(adminUrl: string, count: number): Promise<void> {
  const hashed = hashOf(password)
  for (let from = 0; from < count; from += batchSize) {
    const identities = Array.from({ length: Math.min(batchSize, count - from) }, (_, index) => ({
      create: {
        schema_id: 'account',
        traits: { email: emailOf(from + index) },
        credentials: { password: { config: { hashed_password: hashed } } },
      },
    }))
    const answer = await fetch(`${adminUrl}/admin/identities`, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ identities }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`An import was answered ${answer.status}: ${text.slice(0, 500)}`)
  }
}

function hashOf(text: string): string {
  const { memoryKiB: memory, iterations: passes, parallelism, saltBytes, keyBytes: tagLength } = argon2
  const nonce = randomBytes(saltBytes)
  const tag = argon2Sync('argon2id', { message: text, nonce, memory, passes, parallelism, tagLength })
  const [salt, hash] = [nonce, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, ''))
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${salt}$${hash}`
}
