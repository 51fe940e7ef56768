/** Passwords that are guessed first, in lower case, the most common of those that the shortest minimum allows. */
let common: Promise<ReadonlySet<string>> | undefined

/** The least that a configuration may ask for. Characters. */
const shortest = 6

/**
 * Whether a password is one of the tens of thousands that leaks have most often, whatever its case. The list is here, so
 * it answers where the service of known leaks does not, or is not asked (NIST SP 800-63B 5.1.1.2, ASVS 6.2.4). The meter of
 * the account pages judges by the same list. Read when it is first needed: it takes some megabytes.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= readList()
  return (await common).has(password.toLowerCase())
}

async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter((word) => word.length >= shortest))
}
