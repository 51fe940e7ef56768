import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const fileName = 'first-operator-link'

/**
 * Returns the start's output about the link that opens the console for its first operator. The link's holder becomes
 * the owner, and output without a terminal is stored: by a supervisor, a container, a log service. In that case the
 * link is written to a file of the data folder that only this user can read, and its path is printed. Without a link
 * the file is removed.
 */
export function firstOperatorLine(
  link: string | undefined,
  { data, isShown }: { readonly data: string; readonly isShown: boolean },
): string | undefined {
  const path = join(data, fileName)
  if (link === undefined || isShown) {
    rmSync(path, { force: true })
    return link
  }
  writeFileSync(path, `${link}\n`, { mode: 0o600 })
  return `open the link in ${path}`
}
