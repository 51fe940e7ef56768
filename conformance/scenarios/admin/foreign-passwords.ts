import { openNative, submitNative } from '../given.ts'
import type { Scenario, ScenarioFile } from '../scenario.ts'

/** Published examples of each format: RFC 6070 and 7914, Firebase, the specification of SHA-crypt, RFC 4231 and 1321. */
const hashes: readonly (readonly [format: string, hash: string, password: string])[] = [
  ['pbkdf2', '$pbkdf2-sha1$i=4096,l=20$c2FsdA$SwB5AbdlSJq+rUnZJvch0GWkKcE', 'password'],
  [
    'scrypt',
    '$scrypt$ln=16384,r=8,p=1$U29kaXVtQ2hsb3JpZGU=$cCO9yzr9c0hGHAbNgf046/2o+7qQT44+qbVD9lRdofLVQylVYT8Pz2LUlwUkKpr55h6F3A1lHkDfzwF7RVdYhw==',
    'pleaseletmein',
  ],
  [
    'Firebase scrypt',
    '$firescrypt$ln=14,r=8,p=1$42xEC+ixf3L2lw==$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==$Bw==$jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==',
    'user1password',
  ],
  ['SHA-256 crypt', '$sha256-crypt$rounds=5000$saltstring$5B8vYYiY.CVt1RlTTf8KbXBH3hsxY/GNooZaBBGWEc5', 'Hello world!'],
  [
    'SHA-512 crypt',
    '$sha512-crypt$rounds=5000$saltstring$svn8UoSVapNtMuq1ukKS4tPQd8iKwSMHWjl/O817G3uBnIFNjnQJuesI68u4OTLiBFdcbYEdFCoEOfaS35inz1',
    'Hello world!',
  ],
  [
    'HMAC',
    '$hmac-sha256$NWJkY2MxNDZiZjYwNzU0ZTZhMDQyNDI2MDg5NTc1Yzc1YTAwM2YwODlkMjczOTgzOWRlYzU4Yjk2NGVjMzg0Mw==$SmVmZQ==',
    'what do ya want for nothing?',
  ],
  ['MD5 crypt', '$md5-crypt$TVEiiKNb$SN6/pUaRQS/E8Jh46As2C/', 'test'],
  ['MD5 crypt without salt', '$md5-crypt$$whuMjZj.HMFoaTaZRRtkO0', 'test'],
  ['HMAC, MD4', '$hmac-md4$MWQ5ZTI4Nzc2Zjg4YmE2MTQ5YjQ0OTMyOGE4NWU4YjA=$MTIzNDU=', 'test'],
  ['bcrypt $2$', '$2$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW', 'U*U'],
  ['bcrypt $2y$', '$2y$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW', 'U*U'],
  ['bcrypt $2z$', '$2z$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW', 'U*U'],
  ['MD5 with a pattern', '$md5$pf=e1NBTFR9YntQQVNTV09SRH0=$YQ==$kAFQmDzST7DWlj99KOF/cg==', 'c'],
  ['salted SHA-1', '{SSHA}mRmN/EjgNMZjVhg/hU6zIvYHwd1zYWx0', 'abc'],
]

const scenario = ([format, hash, password]: (typeof hashes)[number]): Scenario => ({
  name: `a password of another system signs in: ${format}`,
  profile: 'main',
  steps: [
    {
      title: 'the account is imported',
      at: 'admin',
      mode: 'native',
      request: 'POST /admin/identities',
      body: {
        schema_id: 'account',
        traits: { email: '{email}' },
        credentials: { password: { config: { hashed_password: hash } } },
      },
      expect: { status: 201 },
    },
    openNative('login'),
    {
      title: 'another password',
      ...submitNative('login'),
      body: { method: 'password', identifier: '{email}', password: `${password}x` },
      expect: { status: 400, flow: { messages: ['error 4000006'] } },
    },
    {
      title: 'the old password',
      ...submitNative('login'),
      body: { method: 'password', identifier: '{email}', password },
      expect: { status: 200 },
    },
    { ...openNative('login'), title: 'the app opens another login flow' },
    {
      title: 'the old password once more',
      ...submitNative('login'),
      body: { method: 'password', identifier: '{email}', password },
      expect: { status: 200 },
    },
  ],
})

export const foreignPasswords: ScenarioFile = {
  area: 'admin',
  scenarios: [
    ...hashes.map(scenario),
    {
      name: 'a password in an unknown format is refused',
      profile: 'main',
      steps: [
        {
          title: 'the import',
          at: 'admin',
          mode: 'native',
          request: 'POST /admin/identities',
          body: {
            schema_id: 'account',
            traits: { email: '{email}' },
            credentials: { password: { config: { hashed_password: '$unknown$1$x' } } },
          },
          expect: { status: 400, error: {} },
        },
      ],
    },
  ],
}
