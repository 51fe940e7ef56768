import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startGateway } from '@gatehouse/testing/processes'

const pages = 5_000
const atOnce = 20
/**
 * The flow's lifespan of an hour, a day in which it is answered with "expired", and ten minutes until the clean-up
 * removes it.
 */
const keptSeconds = (1 + 24) * 3_600 + 600

/** Measures how much a sign-in page that is opened and not used leaves in a file, in bytes. */
export async function bytesOfSignInPage(): Promise<number> {
  const gateway = await startGateway({ mode: 'built', environment: { GATEHOUSE_DEV: 'false', LOG_LEVEL: 'error' } })
  const file = join(gateway.dataFolder, 'identity.sqlite')
  const sizeOf = () => {
    const database = new DatabaseSync(file)
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    database.close()
    return statSync(file).size
  }
  try {
    const before = sizeOf()
    for (let opened = 0; opened < pages; opened += atOnce) {
      // oxlint-disable-next-line no-await-in-loop -- so many at once, not all of them
      await Promise.all(Array.from({ length: atOnce }, () => open(`${gateway.origin}/login`)))
    }
    return (sizeOf() - before) / pages
  } finally {
    await gateway.stop()
  }
}

async function open(url: string): Promise<void> {
  const answer = await fetch(url, { headers: { accept: 'text/html' } })
  await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`a sign-in page was answered ${answer.status}`)
}

/** Returns the same as a sentence. */
export function growthSentence(bytes: number): string {
  const mebibytes = (10 * keptSeconds * bytes) / 2 ** 20
  return `An unused sign-in page leaves ${bytes.toFixed(0)} bytes in the database, with its indexes, until a day after the hour in which the form may be sent: ten such pages a second, all day, take ${mebibytes.toFixed(0)} MiB and no more.`
}
