import { hashBounds, hashWork } from '../../configuration/bounds.ts'
import { sharedWorkerPool } from '../worker-pool.ts'
import type { CryptJob } from './crypt-worker.ts'
import type { ForeignReader } from './foreign-hash.ts'

const usualRounds = 5_000

const variants = { 256: { id: '5', length: 43 }, 512: { id: '6', length: 86 } } as const

/** Reads the hashes of /etc/shadow; threads compute them. */
export function createCryptReader(): { readonly read: ForeignReader; close(): Promise<void> } {
  const pool = sharedWorkerPool<CryptJob, boolean>(new URL('./crypt-worker.ts', import.meta.url))
  const checking = (hash: string, rounds: number) => ({
    work: hashWork(rounds, hashBounds.cryptRounds.usual),
    matches: (password: string) => pool.run({ password, hash }),
  })
  return {
    read: (hash) => {
      const sha = shaCrypt(hash)
      if (sha) return checking(sha.plain, sha.rounds)
      const md5 = md5Crypt(hash)
      return md5 === undefined ? undefined : checking(md5, 0)
    },
    close: () => pool.close(),
  }
}

/** Reads `$sha256-crypt$rounds=5000$salt$hash` and `$sha512-crypt$…`, with an optional `$5` or `$6` before the rest. */
function shaCrypt(hash: string): { readonly plain: string; readonly rounds: number } | undefined {
  const match =
    /^\$sha(256|512)-crypt(\$[56])?(\$rounds=(\d{1,9}))?(\$[./A-Za-z0-9]{1,16}\$([./A-Za-z0-9]{43,86}))$/.exec(hash)
  const [, bits, named, roundsPart = '', roundsText, rest = '', key = ''] = match ?? []
  const rounds = Number(roundsText ?? usualRounds)
  if (!match || rounds < 1_000 || rounds > hashBounds.cryptRounds.most) return undefined
  const { id, length } = variants[bits === '256' ? 256 : 512]
  if (key.length !== length || (named !== undefined && named !== `$${id}`)) return undefined
  return { plain: `$${id}${roundsPart}${rest}`, rounds }
}

/** Reads `$md5-crypt$salt$hash`, with an optional `$1` before the rest. The salt may be empty. */
function md5Crypt(hash: string): string | undefined {
  const rest = /^\$md5-crypt(?:\$1)?(\$[./A-Za-z0-9]{0,8}\$[./A-Za-z0-9]{22})$/.exec(hash)?.[1]
  return rest === undefined ? undefined : `$1${rest}`
}
