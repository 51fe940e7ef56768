import type { PageReader } from './page-reader.fixture.ts'
import type { Site } from './site.fixture.ts'

/** A person with an account. */
export interface Person {
  readonly email: string
  readonly password: string
}

let counter = 0

/** Returns a person without an account. */
export function newPerson(): Person {
  counter += 1
  return { email: `ada${counter}@example.org`, password: `kalte-Ente-im-Teich-${counter}` }
}

/** Signs a person up, which signs them in; their address is not confirmed yet. */
export async function signUp(reader: PageReader, person: Person = newPerson()): Promise<Person> {
  const form = await reader.open('/registration')
  const after = await reader.press(form, ['method', 'password'], {
    'traits.email': person.email,
    'traits.name.first': 'Ada',
    'traits.name.last': 'Lovelace',
    password: person.password,
  })
  if (!after.path.startsWith('/verification')) throw new Error(`signing up led to ${after.path}: ${after.html}`)
  return person
}

/** Returns the code in the next mail to a person. */
export async function nextCode(site: Site, { email }: Person): Promise<string> {
  const { text } = await site.mailbox.next({ to: email })
  const code = /\b\d{6}\b/.exec(text)?.[0]
  if (code === undefined) throw new Error(`no code in: ${text}`)
  return code
}
