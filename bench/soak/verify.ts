import { mustCount, shown, type Scene } from './activities.ts'
import { textAt, type Json } from './calls.ts'
import type { Person, Session } from './people.ts'
import type { Check } from './result.ts'
import { signIn } from './sign-in.ts'

/** How many of those whose password never changed sign in once more. */
const unchangedLooked = 300
const atOnce = 8
const hourMs = 60 * 60_000

/** Looks at everything that was acknowledged: accounts, names, sessions, passwords. */
export async function verifyAll(scene: Scene): Promise<readonly Check[]> {
  return [await accounts(scene), ...(await sessions(scene)), await passwords(scene)]
}

async function accounts({ people, adminOrigin }: Scene): Promise<Check> {
  const names = new Map<string, string>()
  let next: string | undefined = `${adminOrigin}/admin/identities?page_size=500`
  while (next !== undefined) {
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    const answer: Response = await fetch(next)
    // oxlint-disable-next-line no-await-in-loop -- likewise
    for (const identity of (await answer.json()) as readonly Json[]) {
      names.set(textAt(identity, 'traits', 'email'), textAt(identity, 'traits', 'name'))
    }
    const link: string | undefined = /<([^>]+)>;\s*rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
    next = link && new URL(link, adminOrigin).href
  }
  const wrong = people.all.flatMap((person) => {
    const name = names.get(person.email)
    if (name === undefined) return [`${person.email} is not there`]
    return person.names.has(name) ? [] : [`${person.email} is called ${name}, not ${[...person.names].join(' or ')}`]
  })
  return { what: 'accounts and their names', looked: people.all.length, wrong }
}

async function sessions(scene: Scene): Promise<readonly Check[]> {
  const { people, now } = scene
  const all = people.all.flatMap((person) => [...person.sessions].map((session) => ({ person, session })))
  const living = all.filter(({ session }) => mustCount(session, now()))
  const isOver = ({ since, lastUsedAt }: Session) => now() - since > 73 * hourMs || now() - lastUsedAt > 25 * hourMs
  const over = all.filter(({ session }) => isOver(session))
  const [anybody] = people.all
  const ended = people.ended.flatMap((session) => (anybody ? [{ person: anybody, session }] : []))
  const look = async (list: typeof all, isRight: (status: number, person: Person) => boolean) => {
    const answers = await eightAtOnce(list, async ({ person, session }) => {
      const { status } = await scene.calls.ask('whoami', person, {
        path: '/sessions/whoami',
        ...shown(session),
        right: [200, 401, 403],
      })
      return isRight(status, person) ? [] : [`session ${session.id} of ${person.email} is answered ${status}`]
    })
    return { looked: list.length, wrong: answers }
  }
  const counts = (status: number, { totp }: Person) => status === 200 || (status === 403 && totp !== undefined)
  return [
    { what: 'sessions that count', ...(await look(living, counts)) },
    { what: 'sessions that were ended', ...(await look(ended, (status) => status === 401)) },
    { what: 'sessions past their time', ...(await look(over, (status) => status === 401)) },
  ]
}

async function passwords(scene: Scene): Promise<Check> {
  const isChanged = ({ passwords: [first = '', ...more], totp }: { passwords: string[]; totp: string | undefined }) =>
    more.length > 0 || totp !== undefined || !first.endsWith('-in-the-soak')
  const list = scene.people.all.map((person) => ({
    person,
    changed: isChanged({ totp: person.totp, passwords: [...person.passwords] }),
  }))
  const looked = [
    ...list.filter(({ changed }) => changed),
    ...list.filter(({ changed }) => !changed).slice(0, unchangedLooked),
  ].map(({ person }) => person)
  const wrong = await eightAtOnce(looked, async (person) => {
    const made = await signIn(scene, person).catch((error: unknown) => String(error))
    return typeof made === 'string' ? [`${person.email} cannot sign in: ${made}`] : []
  })
  return { what: 'passwords and second steps, by signing in', looked: looked.length, wrong }
}

async function eightAtOnce<T>(
  list: readonly T[],
  work: (one: T) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const left = [...list]
  const found: string[] = []
  const worker = async (): Promise<void> => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, as others do beside
      found.push(...(await work(one)))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return found
}
