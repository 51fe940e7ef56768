/** A text that the configuration names: loaded, or at an address that did not answer when it was read. */
export type NamedText = string | FarText

/** A text at an address that has not answered yet. It is fetched again when it is needed, and from time to time. */
export interface FarText {
  /** Its name for operators: the key that names it. */
  readonly name: string
  /** Returns the text once it is loaded. */
  text(): string | undefined
  /** Fetches it, unless it is loaded or the last attempt was too recent. Throws a `FarTextFault`. */
  read(): Promise<string>
}

/** The text is still missing. The message names it and the reason, for operators. */
export class FarTextFault extends Error {}

/** The wait after an attempt, as a multiple of its duration, so that a dead address costs little. */
const share = 10
const longestWaitMs = 60_000

/** Creates one. `fault` is the reason why the first attempt failed, `download` makes another one. */
export function farText(name: string, fault: Error, download: () => Promise<string>): FarText {
  let text: string | undefined
  let known = fault
  let nextAt = 0
  let attempt: Promise<string> | undefined

  async function ask(): Promise<string> {
    const began = performance.now()
    try {
      text = await download()
      return text
    } catch (cause) {
      known = cause instanceof Error ? cause : new Error(String(cause))
      const now = performance.now()
      nextAt = now + Math.min((now - began) * share, longestWaitMs)
      throw new FarTextFault(`${name} ${known.message}`, { cause })
    } finally {
      attempt = undefined
    }
  }

  return {
    name,
    text: () => text,
    read: async () => {
      if (text !== undefined) return text
      if (attempt === undefined && performance.now() < nextAt) throw new FarTextFault(`${name} ${known.message}`)
      attempt ??= ask()
      return attempt
    },
  }
}

/** Checks that a document is not loaded yet. */
export function isFar(document: object): document is FarText {
  return 'read' in document && typeof document.read === 'function'
}

/** Returns a text without fetching it; undefined: it is not loaded yet, or there is none. */
export function textNow(named: NamedText | undefined): string | undefined {
  return typeof named === 'object' ? named.text() : named
}
