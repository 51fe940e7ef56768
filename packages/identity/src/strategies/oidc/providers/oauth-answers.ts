import type { Answer } from './provider-kind.ts'

/** Returns the address of an answer: GitHub lists addresses separately; the main one if verified, else any verified. */
export function githubEmail(person: Answer): Answer {
  const verified = listOf(person['emails']).filter((entry) => entry['verified'] === true)
  const email = (verified.find((entry) => entry['primary'] === true) ?? verified[0])?.['email']
  return typeof email === 'string' ? { ...person, email, email_verified: true } : person
}

/** Returns the picture's address: Discord sends its hash. */
export function discordPicture(person: Answer): Answer {
  const { id, avatar } = person
  return typeof id === 'string' && typeof avatar === 'string'
    ? { ...person, picture: `https://cdn.discordapp.com/avatars/${id}/${avatar}.png` }
    : person
}

/** Returns the picture's address: Yandex sends its id, and whether it is only a placeholder. */
export function yandexPicture(person: Answer): Answer {
  const { default_avatar_id: id, is_avatar_empty: isEmpty } = person
  return typeof id === 'string' && id !== '' && isEmpty !== true
    ? { ...person, picture: `https://avatars.yandex.net/get-yapic/${id}/islands-200` }
    : person
}

const vkGenders: Readonly<Record<string, string>> = { 1: 'female', 2: 'male' }

/** Reads VK's answer, a list of one; the address came with the access token. */
export function vkPerson(answer: Answer): Answer {
  const [person] = listOf(answer['response'])
  const gender = vkGenders[String(person?.['sex'])]
  return {
    ...person,
    ...(typeof answer['email'] === 'string' && { email: answer['email'] }),
    ...(gender !== undefined && { gender }),
  }
}

/** Reads the answer of LinkedIn's older API, which nests every decorated part. */
export function linkedinPerson(person: Answer): Answer {
  const email = at(person, 'emails', 'elements', '0', 'handle~', 'emailAddress')
  const pictures = at(person, 'profilePicture', 'displayImage~', 'elements')
  const picture = listOf(pictures).slice(0, 3).at(-1)
  const address = picture && at(picture, 'identifiers', '0', 'identifier')
  return {
    ...person,
    ...(typeof email === 'string' && { email }),
    ...(typeof address === 'string' && { picture: address }),
  }
}

function listOf(value: unknown): readonly Answer[] {
  return Array.isArray(value) ? value.filter(isAnswer) : []
}

function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (current, key) => (isTree(current) && Object.hasOwn(current, key) ? current[key] : undefined),
    value,
  )
}

function isTree(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null
}

/** Checks for a JSON object. */
export function isAnswer(value: unknown): value is Answer {
  return isTree(value) && !Array.isArray(value)
}
