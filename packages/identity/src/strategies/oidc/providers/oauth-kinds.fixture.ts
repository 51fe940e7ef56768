import type { ConfigTree } from '../../../configuration/unsupported.ts'

/** The answers of a provider with an individual API, and the expected person. */
export interface OAuthCase {
  readonly config?: ConfigTree
  readonly authorization: string
  /** Parameters of that address, in addition to those of every provider. */
  readonly sent: Readonly<Record<string, unknown>>
  readonly token: string
  /** The answer of the token endpoint; the usual by default. */
  readonly tokenAnswer?: Readonly<Record<string, unknown>>
  readonly secretIn?: 'header'
  /** Answers of the API by address. */
  readonly api: Readonly<Record<string, unknown>>
  /** The header of the access token; `authorization: Bearer …` by default. */
  readonly shown?: readonly [header: string, value: string]
  readonly person: { readonly subject: string; readonly traits: unknown; readonly verified: boolean | undefined }
}

const bearer = (prefix: string) => `${prefix}an-access-token`
const emails = [
  { email: 'old@example.org', primary: false, verified: true },
  { email: 'ada@example.org', primary: true, verified: true },
]
const octocat = {
  id: 583231,
  login: 'ada',
  name: 'Ada L',
  email: 'public@example.org',
  avatar_url: 'https://github.test/a.png',
  html_url: 'https://github.com/ada',
  blog: 'https://ada.example.org',
}
const octocatHere = {
  subject: 'them:583231',
  traits: {
    name: 'Ada L',
    nickname: 'ada',
    username: 'ada',
    picture: 'https://github.test/a.png',
    profile: 'https://github.com/ada',
    website: 'https://ada.example.org',
    email: 'ada@example.org',
  },
  verified: true,
}
const github = {
  authorization: 'https://github.com/login/oauth/authorize',
  token: 'https://github.com/login/oauth/access_token',
  api: { 'https://api.github.com/user': octocat, 'https://api.github.com/user/emails': emails },
  person: octocatHere,
}

/** Every kind of provider with an individual API. */
export const oauthCases: Readonly<Record<string, OAuthCase>> = {
  github: { ...github, sent: { scope: 'user:email', code_challenge_method: 'S256' } },
  'github-app': { ...github, sent: { scope: undefined, code_challenge_method: 'S256' } },
  facebook: {
    authorization: 'https://www.facebook.com/v21.0/dialog/oauth',
    token: 'https://graph.facebook.com/v21.0/oauth/access_token',
    sent: { scope: 'public_profile email' },
    api: {
      'https://graph.facebook.com/v21.0/me': {
        id: '10',
        name: 'Ada L',
        first_name: 'Ada',
        last_name: 'L',
        email: 'ada@example.org',
        picture: { data: { url: 'https://fb.test/a.png' } },
      },
    },
    person: {
      subject: 'them:10',
      traits: {
        name: 'Ada L',
        given_name: 'Ada',
        family_name: 'L',
        email: 'ada@example.org',
        picture: 'https://fb.test/a.png',
      },
      verified: false,
    },
  },
  discord: {
    authorization: 'https://discord.com/oauth2/authorize',
    token: 'https://discord.com/api/oauth2/token',
    sent: { scope: 'identify email' },
    api: {
      'https://discord.com/api/users/@me': {
        id: '80',
        username: 'ada',
        avatar: 'abc',
        email: 'ada@example.org',
        verified: true,
        locale: 'en-GB',
      },
    },
    person: {
      subject: 'them:80',
      traits: {
        name: 'ada',
        nickname: 'ada',
        username: 'ada',
        picture: 'https://cdn.discordapp.com/avatars/80/abc.png',
        email: 'ada@example.org',
        locale: 'en-GB',
      },
      verified: true,
    },
  },
  spotify: {
    authorization: 'https://accounts.spotify.com/authorize',
    token: 'https://accounts.spotify.com/api/token',
    sent: { scope: 'user-read-email user-read-private', code_challenge_method: 'S256' },
    api: {
      'https://api.spotify.com/v1/me': {
        id: 'ada',
        display_name: 'Ada',
        email: 'ada@example.org',
        external_urls: { spotify: 'https://open.spotify.com/user/ada' },
      },
    },
    person: {
      subject: 'them:ada',
      traits: {
        name: 'Ada',
        nickname: 'Ada',
        username: 'Ada',
        email: 'ada@example.org',
        profile: 'https://open.spotify.com/user/ada',
      },
      verified: false,
    },
  },
  vk: {
    authorization: 'https://oauth.vk.com/authorize',
    token: 'https://oauth.vk.com/access_token',
    tokenAnswer: { access_token: 'an-access-token', expires_in: 300, user_id: 7, email: 'ada@example.org' },
    sent: { scope: 'email' },
    api: {
      'https://api.vk.com/method/users.get': {
        response: [
          { id: 7, first_name: 'Ada', last_name: 'L', sex: 1, bdate: '10.12.1815', photo_200: 'https://vk.test/a' },
        ],
      },
    },
    shown: ['body', 'access_token=an-access-token'],
    person: {
      subject: 'them:7',
      traits: {
        given_name: 'Ada',
        family_name: 'L',
        gender: 'female',
        birthdate: '10.12.1815',
        picture: 'https://vk.test/a',
        email: 'ada@example.org',
      },
      verified: false,
    },
  },
  yandex: {
    authorization: 'https://oauth.yandex.com/authorize',
    token: 'https://oauth.yandex.com/token',
    sent: { scope: undefined },
    api: {
      'https://login.yandex.ru/info': {
        id: '1000034426',
        login: 'ada',
        real_name: 'Ada L',
        first_name: 'Ada',
        last_name: 'L',
        default_email: 'ada@example.org',
        default_avatar_id: '131/abc',
        is_avatar_empty: false,
        sex: 'female',
        birthday: '1815-12-10',
      },
    },
    shown: ['authorization', bearer('OAuth ')],
    person: {
      subject: 'them:1000034426',
      traits: {
        name: 'Ada L',
        given_name: 'Ada',
        family_name: 'L',
        nickname: 'ada',
        username: 'ada',
        email: 'ada@example.org',
        picture: 'https://avatars.yandex.net/get-yapic/131/abc/islands-200',
        gender: 'female',
        birthdate: '1815-12-10',
      },
      verified: false,
    },
  },
  patreon: {
    authorization: 'https://www.patreon.com/oauth2/authorize',
    token: 'https://www.patreon.com/api/oauth2/token',
    sent: { scope: 'identity identity[email]' },
    api: {
      'https://www.patreon.com/api/oauth2/v2/identity': {
        data: {
          id: '32187',
          attributes: {
            full_name: 'Ada L',
            first_name: 'Ada',
            last_name: 'L',
            email: 'ada@example.org',
            is_email_verified: true,
            image_url: 'https://patreon.test/a.png',
            url: 'https://www.patreon.com/ada',
          },
        },
      },
    },
    person: {
      subject: 'them:32187',
      traits: {
        name: 'Ada L',
        given_name: 'Ada',
        family_name: 'L',
        email: 'ada@example.org',
        picture: 'https://patreon.test/a.png',
        profile: 'https://www.patreon.com/ada',
      },
      verified: true,
    },
  },
  linkedin: {
    config: { scope: ['r_liteprofile', 'r_emailaddress'] },
    authorization: 'https://www.linkedin.com/oauth/v2/authorization',
    token: 'https://www.linkedin.com/oauth/v2/accessToken',
    tokenAnswer: { access_token: 'an-access-token', expires_in: 300 },
    sent: { scope: 'r_liteprofile r_emailaddress' },
    api: {
      'https://api.linkedin.com/v2/me': {
        id: 'yrZCpj2Z12',
        localizedFirstName: 'Ada',
        localizedLastName: 'L',
        profilePicture: {
          'displayImage~': {
            elements: ['100', '200', '400', '800'].map((size) => ({
              identifiers: [{ identifier: `https://li.test/${size}.png` }],
            })),
          },
        },
      },
      'https://api.linkedin.com/v2/emailAddress': {
        elements: [{ 'handle~': { emailAddress: 'ada@example.org' }, handle: 'urn:li:emailAddress:3775708763' }],
      },
    },
    person: {
      subject: 'them:yrZCpj2Z12',
      traits: {
        given_name: 'Ada',
        family_name: 'L',
        picture: 'https://li.test/400.png',
        email: 'ada@example.org',
      },
      verified: false,
    },
  },
  lark: {
    authorization: 'https://passport.feishu.cn/suite/passport/oauth/authorize',
    token: 'https://passport.feishu.cn/suite/passport/oauth/token',
    sent: { scope: undefined },
    api: {
      'https://passport.feishu.cn/suite/passport/oauth/userinfo': {
        sub: 'ou_caecc734c2e3328a62489fe0648c4b98779515d3',
        open_id: 'ou_caecc734c2e3328a62489fe0648c4b98779515d3',
        name: 'Ada',
        avatar_url: 'https://lark.test/a.png',
        email: 'ada@example.org',
        mobile: '+4917212345678',
      },
    },
    person: {
      subject: 'them:ou_caecc734c2e3328a62489fe0648c4b98779515d3',
      traits: {
        name: 'Ada',
        nickname: 'Ada',
        username: 'Ada',
        picture: 'https://lark.test/a.png',
        email: 'ada@example.org',
        phone: '+4917212345678',
      },
      verified: false,
    },
  },
  amazon: {
    authorization: 'https://www.amazon.com/ap/oa',
    token: 'https://api.amazon.com/auth/o2/token',
    sent: { scope: 'profile', code_challenge_method: 'S256' },
    api: {
      'https://api.amazon.com/user/profile': {
        user_id: 'amzn1.account.K2LI23KL2LK2',
        email: 'ada@example.org',
        name: 'Ada',
        postal_code: '98052',
      },
    },
    shown: ['x-amz-access-token', 'an-access-token'],
    person: {
      subject: 'them:amzn1.account.K2LI23KL2LK2',
      traits: { name: 'Ada', email: 'ada@example.org', zoneinfo: '98052' },
      verified: false,
    },
  },
  uaepass: {
    config: { issuer_url: 'https://stg-id.uaepass.ae', scope: ['urn:uae:digitalid:profile:general'] },
    authorization: 'https://stg-id.uaepass.ae/idshub/authorize',
    token: 'https://stg-id.uaepass.ae/idshub/token',
    secretIn: 'header',
    sent: {
      scope: 'urn:uae:digitalid:profile:general',
      acr_values: 'urn:safelayer:tws:policies:authentication:level:low',
      code_challenge_method: 'S256',
    },
    api: {
      'https://stg-id.uaepass.ae/idshub/userinfo': {
        sub: 'UAEPASS/2c8ce0b5',
        fullnameEN: 'Ada L',
        firstnameEN: 'Ada',
        lastnameEN: 'L',
        email: 'ada@example.org',
        mobile: '971500000000',
      },
    },
    person: {
      subject: 'them:UAEPASS/2c8ce0b5',
      traits: {
        name: 'Ada L',
        given_name: 'Ada',
        family_name: 'L',
        email: 'ada@example.org',
        phone: '971500000000',
      },
      verified: false,
    },
  },
}
