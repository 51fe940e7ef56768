import type { Answer } from './provider-kind.ts'

/** GitHub lists addresses apart: the main one if it is verified, else any that is. */
export function githubEmail(person: Answer): Answer {
  const verified = listOf(person['emails']).filter((entry) => entry['verified'] === true)
  const email = (verified.find((entry) => entry['primary'] === true) ?? verified[0])?.['email']
  return typeof email === 'string' ? { ...person, email, email_verified: true } : person
}

/** Discord tells the picture's hash. */
export function discordPicture(person: Answer): Answer {
  const { id, avatar } = person
  return typeof id === 'string' && typeof avatar === 'string'
    ? { ...person, picture: `https://cdn.discordapp.com/avatars/${id}/${avatar}.png` }
    : person
}

/** Yandex tells the picture's id, and whether it is only a placeholder. */
export function yandexPicture(person: Answer): Answer {
  const { default_avatar_id: id, is_avatar_empty: isEmpty } = person
  return typeof id === 'string' && id !== '' && isEmpty !== true
    ? { ...person, picture: `https://avatars.yandex.net/get-yapic/${id}/islands-200` }
    : person
}

const vkGenders: Readonly<Record<string, string>> = { 1: 'female', 2: 'male' }

/** VK answers with a list of one; the address came with the access token. */
export function vkPerson(answer: Answer): Answer {
  const [person] = listOf(answer['response'])
  const gender = vkGenders[String(person?.['sex'])]
  return {
    ...person,
    ...(typeof answer['email'] === 'string' && { email: answer['email'] }),
    ...(gender !== undefined && { gender }),
  }
}

/** LinkedIn's older API nests everything it decorates. */
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

/** A JSON object. */
export function isAnswer(value: unknown): value is Answer {
  return isTree(value) && !Array.isArray(value)
}
