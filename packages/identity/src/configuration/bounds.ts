/** The bounds of one parameter, or of a product of several. */
interface Bound {
  /** Work beyond this runs two at a time, beside all other work; more than four times as much runs one at a time. */
  readonly usual: number
  /** Values beyond this are refused in a configuration, and an imported hash with them matches nothing. */
  readonly most: number
}

/**
 * The bounds of password hashes, configured or imported. The usual ones take a third of a second of one core at most,
 * the others some seconds. docs/reference/security.md, "What projects share", has the same numbers.
 */
export const hashBounds = {
  /** Cost of bcrypt: rounds are two to that power. */
  bcryptCost: { usual: 12, most: 16 },
  /** Memory in KiB times iterations of argon2. */
  argon2Work: { usual: 256 * 1024, most: 4 * 1024 * 1024 },
  /** Iterations of PBKDF2. */
  pbkdf2Iterations: { usual: 1_000_000, most: 5_000_000 },
  /** Bytes that scrypt uses: 128 times N, r and p. */
  scryptWork: { usual: 128 * 1024 * 1024, most: 1024 * 1024 * 1024 },
  /** Rounds of SHA-crypt. */
  cryptRounds: { usual: 50_000, most: 500_000 },
} as const satisfies Readonly<Record<string, Bound>>

/** The work of a hash: a third of a second of a core at most, some four times as much, or up to five seconds. */
export type HashWork = 'usual' | 'dear' | 'dearest'

/** Returns the class of work for an amount, given the largest usual one. */
export function hashWork(work: number, usual: number): HashWork {
  if (work <= usual) return 'usual'
  return work <= 4 * usual ? 'dear' : 'dearest'
}

/** The bounds of each parameter of argon2; `argon2Work` bounds their product. */
export const argon2Most = { memoryKiB: 1024 * 1024, iterations: 100, parallelism: 255, keyBytes: 1_024 } as const

/**
 * The bounds of a project's identity schemas. Compiling a keyword takes up to a fifth of a millisecond of the thread
 * that answers all projects: within these bounds all schemas of a project take less than 200 milliseconds.
 */
export const schemaBounds = {
  /** Schemas of a project. */
  schemas: 25,
  /** Characters of the text of one. */
  characters: 256 * 1024,
  /** Levels of objects and lists. */
  depth: 64,
  /** Keywords and names of all schemas of a project together; those that only describe (`title`) do not count. */
  keywords: 900,
  /** Each `$ref`. */
  references: 200,
  /** Each `pattern`, and each name in `patternProperties`. */
  patterns: 100,
  /** Classes of Unicode (`\pL`) in the patterns of all schemas of a project together: each is folded and merged. */
  classes: 100,
  /** Items of one list (`enum`, `required`, `anyOf`, `type`). */
  items: 1_000,
  /** Values in all lists, `enum` and `const` of a schema, at every level. */
  values: 5_000,
} as const

/** The bounds of a project's configuration, checked at each start and at each change. */
export const configurationBounds = {
  /** Levels of mappings and lists. */
  depth: 64,
  /** Keys and items, at every level. */
  values: 15_000,
  /** Items of one list. */
  items: 1_000,
  /** Characters of one text. Schemas and programs are texts here (`base64://`). */
  characters: 512 * 1024,
  /**
   * Characters of all keys and texts: each change reads and writes the whole, and many changes could reach any size.
   */
  allCharacters: 2 * 1024 * 1024,
  /** Web hooks of all flows. */
  webHooks: 100,
  /** Providers to sign in with. */
  providers: 200,
  /** Templates of session tokens. */
  tokenTemplates: 50,
  /** Files of a mail template: itself, and those that it may include. */
  templateFiles: 50,
  /** Characters of a document that it names: a Jsonnet program, a key set, the text of a mail. */
  document: 64 * 1024,
} as const
