import { discordPicture, githubEmail, linkedinPerson, vkPerson, yandexPicture } from './oauth-answers.ts'
import type { ProviderKind } from './provider-kind.ts'
import { jsonTokenRequest, withBearer } from './token-dialects.ts'

const github = {
  protocol: 'oauth2',
  endpoints: {
    authorization: 'https://github.com/login/oauth/authorize',
    token: 'https://github.com/login/oauth/access_token',
    person: 'https://api.github.com/user',
    further: { emails: 'https://api.github.com/user/emails' },
  },
  pkce: true,
  claims: {
    sub: 'id',
    nickname: 'login',
    preferred_username: 'login',
    picture: 'avatar_url',
    profile: 'html_url',
    website: 'blog',
  },
  shape: githubEmail,
} as const satisfies Omit<ProviderKind, 'scopes'>

/** TABLE: providers with an individual API. */
export const oauthKinds: Readonly<Record<string, ProviderKind>> = {
  github: { ...github, scopes: ['user:email'] },
  // The permissions are set in the app, not requested.
  'github-app': { ...github, scopes: [] },
  facebook: {
    protocol: 'oauth2',
    endpoints: {
      authorization: 'https://www.facebook.com/v21.0/dialog/oauth',
      token: 'https://graph.facebook.com/v21.0/oauth/access_token',
      person: 'https://graph.facebook.com/v21.0/me?fields=id,name,first_name,last_name,middle_name,email,picture',
    },
    scopes: ['public_profile', 'email'],
    claims: { sub: 'id', given_name: 'first_name', family_name: 'last_name', picture: 'picture.data.url' },
    emailVerified: 'never',
    quirks: ['app_secret_proof'],
  },
  discord: {
    protocol: 'oauth2',
    endpoints: {
      authorization: 'https://discord.com/oauth2/authorize',
      token: 'https://discord.com/api/oauth2/token',
      person: 'https://discord.com/api/users/@me',
    },
    scopes: ['identify', 'email'],
    claims: {
      sub: 'id',
      name: 'username',
      nickname: 'username',
      preferred_username: 'username',
      email_verified: 'verified',
    },
    shape: discordPicture,
  },
  spotify: {
    protocol: 'oauth2',
    endpoints: {
      authorization: 'https://accounts.spotify.com/authorize',
      token: 'https://accounts.spotify.com/api/token',
      person: 'https://api.spotify.com/v1/me',
    },
    scopes: ['user-read-email', 'user-read-private'],
    pkce: true,
    claims: { sub: 'id', name: 'display_name', nickname: 'display_name', profile: 'external_urls.spotify' },
    emailVerified: 'never',
  },
  vk: {
    protocol: 'oauth2',
    endpoints: {
      authorization: 'https://oauth.vk.com/authorize',
      token: 'https://oauth.vk.com/access_token',
      person: 'https://api.vk.com/method/users.get?fields=photo_200,nickname,bdate,sex&v=5.103',
    },
    scopes: ['email'],
    tokenDialect: { answer: withBearer },
    accessToken: { in: 'body', name: 'access_token' },
    claims: {
      sub: 'id',
      given_name: 'first_name',
      family_name: 'last_name',
      picture: 'photo_200',
      birthdate: 'bdate',
    },
    shape: vkPerson,
    emailVerified: 'never',
    quirks: ['claims_in_token_answer'],
  },
  yandex: {
    protocol: 'oauth2',
    endpoints: {
      authorization: 'https://oauth.yandex.com/authorize',
      token: 'https://oauth.yandex.com/token',
      person: 'https://login.yandex.ru/info?format=json',
    },
    scopes: [],
    accessToken: { in: 'header', name: 'authorization', scheme: 'OAuth' },
    claims: {
      sub: 'id',
      email: 'default_email',
      name: 'real_name',
      given_name: 'first_name',
      family_name: 'last_name',
      preferred_username: 'login',
      gender: 'sex',
      birthdate: 'birthday',
    },
    shape: yandexPicture,
    emailVerified: 'never',
  },
  dingtalk: {
    protocol: 'oauth2',
    endpoints: {
      authorization: 'https://login.dingtalk.com/oauth2/auth',
      token: 'https://api.dingtalk.com/v1.0/oauth2/userAccessToken',
      person: 'https://api.dingtalk.com/v1.0/contact/users/me',
    },
    scopes: ['openid'],
    parameters: { prompt: 'consent' },
    codeParameter: 'authCode',
    tokenDialect: jsonTokenRequest,
    accessToken: { in: 'header', name: 'x-acs-dingtalk-access-token' },
    claims: { sub: 'openId', name: 'nick', nickname: 'nick', picture: 'avatarUrl', phone_number: 'mobile' },
    emailVerified: 'never',
  },
  patreon: {
    protocol: 'oauth2',
    endpoints: {
      authorization: 'https://www.patreon.com/oauth2/authorize',
      token: 'https://www.patreon.com/api/oauth2/token',
      person:
        'https://www.patreon.com/api/oauth2/v2/identity?fields%5Buser%5D=first_name,last_name,url,full_name,email,is_email_verified,image_url',
    },
    scopes: ['identity', 'identity[email]'],
    claims: {
      sub: 'data.id',
      name: 'data.attributes.full_name',
      given_name: 'data.attributes.first_name',
      family_name: 'data.attributes.last_name',
      last_name: 'data.attributes.last_name',
      email: 'data.attributes.email',
      email_verified: 'data.attributes.is_email_verified',
      picture: 'data.attributes.image_url',
      profile: 'data.attributes.url',
    },
  },
  linkedin: {
    protocol: 'oauth2',
    endpoints: {
      authorization: 'https://www.linkedin.com/oauth/v2/authorization',
      token: 'https://www.linkedin.com/oauth/v2/accessToken',
      person:
        'https://api.linkedin.com/v2/me?projection=(id,localizedFirstName,localizedLastName,profilePicture(displayImage~digitalmediaAsset:playableStreams))',
      further: { emails: 'https://api.linkedin.com/v2/emailAddress?q=members&projection=(elements*(handle~))' },
    },
    scopes: [],
    tokenDialect: { answer: withBearer },
    claims: { sub: 'id', given_name: 'localizedFirstName', family_name: 'localizedLastName' },
    shape: linkedinPerson,
    emailVerified: 'never',
  },
  lark: {
    protocol: 'oauth2',
    endpoints: {
      authorization: 'https://passport.feishu.cn/suite/passport/oauth/authorize',
      token: 'https://passport.feishu.cn/suite/passport/oauth/token',
      person: 'https://passport.feishu.cn/suite/passport/oauth/userinfo',
    },
    scopes: [],
    claims: { sub: 'open_id', nickname: 'name', picture: 'avatar_url', phone_number: 'mobile' },
    emailVerified: 'never',
  },
  amazon: {
    protocol: 'oauth2',
    endpoints: {
      authorization: 'https://www.amazon.com/ap/oa',
      token: 'https://api.amazon.com/auth/o2/token',
      person: 'https://api.amazon.com/user/profile',
    },
    scopes: ['profile'],
    pkce: true,
    accessToken: { in: 'header', name: 'x-amz-access-token' },
    claims: { sub: 'user_id', zoneinfo: 'postal_code' },
    emailVerified: 'never',
  },
  uaepass: {
    protocol: 'oauth2',
    issuer: 'https://id.uaepass.ae',
    endpoints: {
      authorization: '{issuer}/idshub/authorize',
      token: '{issuer}/idshub/token',
      person: '{issuer}/idshub/userinfo',
    },
    scopes: [],
    pkce: true,
    clientSecretIn: 'header',
    parameters: { acr_values: 'urn:safelayer:tws:policies:authentication:level:low' },
    claims: { name: 'fullnameEN', given_name: 'firstnameEN', family_name: 'lastnameEN', phone_number: 'mobile' },
    emailVerified: 'never',
  },
  x: {
    protocol: 'oauth1',
    endpoints: {
      request: 'https://api.twitter.com/oauth/request_token',
      authorization: 'https://api.twitter.com/oauth/authenticate',
      token: 'https://api.twitter.com/oauth/access_token',
      person: 'https://api.twitter.com/1.1/account/verify_credentials.json',
    },
    scopes: [],
    claims: {
      sub: 'id_str',
      preferred_username: 'screen_name',
      nickname: 'screen_name',
      picture: 'profile_image_url_https',
      website: 'url',
    },
    emailVerified: 'never',
  },
}
