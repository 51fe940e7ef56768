import { createHash } from 'node:crypto'

import { afterAll, describe, expect, test } from 'vitest'

import { createPasswordHasher } from '../password-hasher.ts'
import { createTestService } from '../../service.fixture.ts'

const hasher = createPasswordHasher({
  algorithm: 'bcrypt',
  argon2: { memoryKiB: 8, iterations: 1, parallelism: 1, saltLength: 16, keyLength: 32 },
  bcrypt: { cost: 4 },
})
afterAll(() => hasher.close())

const hex = (text: string) => Buffer.from(text, 'hex').toString('base64')
const raw = (text: string) => hex(text).replace(/=+$/, '')
const b64 = (text: string) => Buffer.from(text).toString('base64')
const digest = (algorithm: string, text: string) => createHash(algorithm).update(text).digest('hex')

/**
 * From RFC 6070, 7914, 4231, 2202 and 1321, the specification of SHA-crypt, Firebase's own example, `openssl passwd -1`,
 * and the vectors of crypt_blowfish, jBCrypt and Go's bcrypt.
 */
const published: readonly (readonly [title: string, hash: string, password: string])[] = [
  [
    'PBKDF2, SHA-1',
    `$pbkdf2-sha1$i=4096,l=20$${raw('73616c74')}$${raw('4b007901b765489abead49d926f721d065a429c1')}`,
    'password',
  ],
  [
    'PBKDF2, SHA-256',
    `$pbkdf2-sha256$i=1,l=64$${raw('73616c74')}$${raw('55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783')}`,
    'passwd',
  ],
  [
    'scrypt',
    `$scrypt$ln=16384,r=8,p=1$${b64('SodiumChloride')}$${hex('7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887')}`,
    'pleaseletmein',
  ],
  [
    'Firebase',
    '$firescrypt$ln=14,r=8,p=1$42xEC+ixf3L2lw==$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==$Bw==$jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==',
    'user1password',
  ],
  ['SHA-256 crypt', '$sha256-crypt$5$saltstring$5B8vYYiY.CVt1RlTTf8KbXBH3hsxY/GNooZaBBGWEc5', 'Hello world!'],
  [
    'SHA-512 crypt',
    '$sha512-crypt$6$saltstring$svn8UoSVapNtMuq1ukKS4tPQd8iKwSMHWjl/O817G3uBnIFNjnQJuesI68u4OTLiBFdcbYEdFCoEOfaS35inz1',
    'Hello world!',
  ],
  [
    'HMAC, SHA-256',
    `$hmac-sha256$${hex('5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843')}$${b64('Jefe')}`,
    'what do ya want for nothing?',
  ],
  [
    'HMAC, MD5, as text',
    `$hmac-md5$${b64('750c783e6ab0b503eaa86e310a5db738')}$${b64('Jefe')}`,
    'what do ya want for nothing?',
  ],
  ['MD5', `$md5$${hex('900150983cd24fb0d6963f7d28e17f72')}`, 'abc'],
  [
    'MD5 with a pattern',
    `$md5$pf=${b64('{SALT}b{PASSWORD}')}$${b64('a')}$${hex('900150983cd24fb0d6963f7d28e17f72')}`,
    'c',
  ],
  [
    'SHA-1 with a pattern',
    `$sha1$pf=${b64('{PASSWORD}.{SALT}')}$${b64('salt')}$${hex(digest('sha1', 'abc.salt'))}`,
    'abc',
  ],
  [
    'SHA-512 with a pattern',
    `$sha512$pf=${b64('{SALT}{PASSWORD}')}$${b64('salt')}$${hex(digest('sha512', 'saltabc'))}`,
    'abc',
  ],
  ['MD5 crypt', '$md5-crypt$TVEiiKNb$SN6/pUaRQS/E8Jh46As2C/', 'test'],
  ['MD5 crypt, as in /etc/shadow', '$md5-crypt$1$TVEiiKNb$SN6/pUaRQS/E8Jh46As2C/', 'test'],
  ['MD5 crypt without salt', '$md5-crypt$$whuMjZj.HMFoaTaZRRtkO0', 'test'],
  ['MD5 crypt beyond ASCII', '$md5-crypt$saltsalt$5IcLPxa8BhI7obA7Ueerw1', 'pässwörd€'],
  ['HMAC, MD4, as text', '$hmac-md4$MWQ5ZTI4Nzc2Zjg4YmE2MTQ5YjQ0OTMyOGE4NWU4YjA=$MTIzNDU=', 'test'],
  ['bcrypt $2$', '$2$05$......................XuQjdH.wPVNUZ/bOfstdW/FqB8QSjte', 'abc'],
  ['bcrypt $2$ of jBCrypt', '$2$05$......................bvpG2UfzdyW/S0ny/4YyEZrmczoJfVm', 'password'],
  ['bcrypt $2$ as Kratos reads it', '$2$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW', 'U*U'],
  ['bcrypt $2a$', '$2a$05$CCCCCCCCCCCCCCCCCCCCC.VGOzA784oUp/Z0DY336zx7pLYAy0lwK', 'U*U*'],
  ['bcrypt $2b$', '$2b$05$XXXXXXXXXXXXXXXXXXXXXOAcXxm9kjPGEMsLznoKqmqw7tc8WCx4a', 'U*U*U'],
  ['bcrypt $2x$', '$2x$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW', 'U*U'],
  ['bcrypt $2y$', '$2y$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW', 'U*U'],
  ['bcrypt $2z$', '$2z$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW', 'U*U'],
  ['SSHA', `{SSHA}${hex(digest('sha1', 'abcsalt') + '73616c74')}`, 'abc'],
  ['SSHA256', `{SSHA256}${hex(digest('sha256', 'abcsalt') + '73616c74')}`, 'abc'],
  ['SSHA512', `{SSHA512}${hex(digest('sha512', 'abcsalt') + '73616c74')}`, 'abc'],
]

test.each(published)(
  '%s: the published password matches, no other does, and a new hash is due',
  async (_title, hash, password) => {
    expect(hasher.reads(hash)).toBe(true)
    expect(await hasher.verify(hash, password)).toEqual({ ok: true, needsRehash: true })
    expect(await hasher.verify(hash, `${password}x`)).toEqual({ ok: false, needsRehash: false })
    expect(await hasher.verify(hash, '')).toEqual({ ok: false, needsRehash: false })
  },
)

test('a $2x$ hash of letters beyond ASCII, of the faulty program, matches nothing', async () => {
  const hash = '$2x$05$6bNw2HLQYeqHYyBfLMsv/OiwqTymGIGzFsA4hOTWebfehXHNprcAS'
  expect(hasher.reads(hash)).toBe(true)
  expect((await hasher.verify(hash, '\u0451')).ok).toBe(false)
})

test.each([
  '',
  'plain',
  '$pbkdf2-sha256$i=0,l=4$c2FsdA$AAAAAA',
  '$pbkdf2-sha256$i=999999999,l=4$c2FsdA$AAAAAA',
  '$pbkdf2-sha256$i=1,l=5$c2FsdA$AAAAAA',
  '$scrypt$ln=1000,r=8,p=1$c2FsdA==$AAAA',
  '$scrypt$ln=30,r=8,p=1$c2FsdA==$AAAA',
  '$scrypt$ln=14,r=8,p=999$c2FsdA==$AAAA',
  '$sha256-crypt$5$rounds=999999999$salt$5B8vYYiY.CVt1RlTTf8KbXBH3hsxY/GNooZaBBGWEc8',
  '$sha256$pf=bm8=$c2FsdA==$AAAA',
  '$hmac-sha256$AAAA$SmVmZQ==',
  '$md5-crypt$longersalt$AAAAAAAAAAAAAAAAAAAAAA',
  '$md5-crypt$$',
  '$hmac-md4$AAAA$SmVmZQ==',
  '$2w$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW',
  '$2b$31$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW',
  '{SSHA}AAAA',
])('what is no hash, or costs too much, is refused: %j', async (hash) => {
  expect(hasher.reads(hash)).toBe(false)
  expect(await hasher.verify(hash, 'x')).toEqual({ ok: false, needsRehash: false })
})

describe('an import', () => {
  const imported = published.filter(([title]) =>
    ['PBKDF2, SHA-256', 'MD5 crypt', 'bcrypt $2$', 'bcrypt $2x$'].includes(title),
  )
  test.each(imported)(
    '%s: signs in with the old password, once with the old hash, from then on with a new one',
    async (_title, hash, password) => {
      const service = await createTestService()
      const create = (email: string, hashed: string) =>
        service.admin('/admin/identities', {
          method: 'POST',
          body: {
            schema_id: 'default',
            traits: { email },
            credentials: { password: { config: { hashed_password: hashed } } },
          },
        })
      const made = await create('ada@example.org', hash)
      expect(made.status).toBe(201)
      const stored = async () => {
        const { body } = await service.admin(`/admin/identities/${made.body.id}?include_credential=password`)
        return String(body.credentials.password.config.hashed_password)
      }
      const signIn = async () => {
        const flow = await service.fetch('/self-service/login/api')
        const body = { method: 'password', identifier: 'ada@example.org', password }
        return (await service.fetch(`/self-service/login?flow=${flow.body.id}`, { method: 'POST', body })).status
      }
      expect(await stored()).toBe(hash)
      expect(await signIn()).toBe(200)
      expect((await stored()).slice(0, 7)).toBe('$2b$04$')
      expect(await signIn()).toBe(200)
      expect((await create('bob@example.org', '$unknown$x')).status).toBe(400)
      expect(service.failures).toEqual([])
      await service.service.stop()
    },
  )
})
