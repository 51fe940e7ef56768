/** A text that the configuration names: there, or at an address that did not answer when it was read. */
export type NamedText = string | FarText

/** A text at an address that has not answered yet. It is asked for again when it is needed, and from time to time. */
export interface FarText {
  /** What it is to operators: the key that names it. */
  readonly name: string
  /** Once it is there. */
  text(): string | undefined
  /** Asks for it, unless it is there or was asked for too short a time ago. Throws a `FarTextFault`. */
  read(): Promise<string>
}

/** The text is still not there. The message says which and why, for operators. */
export class FarTextFault extends Error {}

/** How long after an attempt the next one may be: as many times as long as it took, so that a dead address costs little. */
const share = 10
const longestWaitMs = 60_000

/** Makes one. `fault` is why the first attempt failed, `download` makes another one. */
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

/** Whether a document has to be asked for yet. */
export function isFar(document: object): document is FarText {
  return 'read' in document && typeof document.read === 'function'
}

/** A text without asking for it; undefined: it is not there yet, or there is none. */
export function textNow(named: NamedText | undefined): string | undefined {
  return typeof named === 'object' ? named.text() : named
}
