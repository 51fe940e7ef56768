import type { z } from 'zod'
import * as application from './application-values.ts'
import * as values from './values.ts'

/** One setting: its sources, its meaning, and the parser of its text. */
export interface Setting<Value = unknown> {
  /** Environment variables, the first being the preferred name. */
  readonly env: readonly string[]
  /** Key in gatehouse.yml; absent: environment only. */
  readonly key?: string
  readonly value: z.ZodType<Value>
  /** The value of an absent setting, in words or as the text to parse. */
  readonly fallback?: string
  /** The documentation's description of an absent setting without a fallback. */
  readonly absent?: string
  /** May also be given as a file, by the variable with `_FILE` appended. Never printed. */
  readonly secret?: true
  readonly meaning: string
}

/** Keeps the type of a setting's fallback: a setting with one always has a value. */
function setting<Value, const Described extends Omit<Setting, 'value'>>(
  description: Described & { readonly value: z.ZodType<Value> },
): Described & { readonly value: z.ZodType<Value> } {
  return description
}

/** All settings. The documentation's table is generated from this one. */
// prettier-ignore
export const settings = {
  publicUrl: setting({ env: ['GATEHOUSE_PUBLIC_URL'], key: 'public_url', value: values.originUrl, fallback: 'http://localhost:4455',
    meaning: 'The origin people see in the address bar. Cookies, links in emails and redirects use it.' }),
  adminUrl: setting({ env: ['GATEHOUSE_ADMIN_URL'], key: 'admin_url', value: values.originUrl, fallback: 'http://127.0.0.1:4434',
    meaning: 'Address of the admin API of the embedded identity service. An address beyond this machine needs an admin key.' }),
  metricsUrl: setting({ env: ['GATEHOUSE_METRICS_URL'], key: 'metrics_url', value: values.originUrl, absent: 'at the admin API alone',
    meaning: 'Prometheus finds `/metrics` here, such as http://127.0.0.1:9464, also at gateways without an admin API. An address beyond this machine needs the admin key.' }),
  consoleUrl: setting({ env: ['GATEHOUSE_CONSOLE_URL'], key: 'console_url', value: values.originUrl, fallback: 'http://localhost:4456',
    meaning: 'The origin of the operators’ console and of the control plane’s API.' }),
  consoleListenPort: setting({ env: ['GATEHOUSE_CONSOLE_LISTEN_PORT'], key: 'console_listen_port', value: values.port, absent: 'port of the console URL; 4456 behind a proxy',
    meaning: 'Port to listen on for the console.' }),
  console: setting({ env: ['GATEHOUSE_CONSOLE'], key: 'console', value: values.flag, fallback: 'true',
    meaning: 'Whether this process has the console of a remote identity service. Of several gateways in front of it one has the console.' }),
  controlPlaneUrl: setting({ env: ['GATEHOUSE_CONTROL_PLANE_URL'], key: 'control_plane_url', value: values.httpUrl, absent: 'the one in this process alone',
    meaning: 'A remote control plane, whose workspaces the console shows beside its own: Ory Network’s, or another gateway’s console origin. https:// unless it is this machine.' }),
  controlPlaneKey: setting({ env: ['GATEHOUSE_CONTROL_PLANE_KEY'], key: 'control_plane_key', value: values.accessKey, secret: true, absent: 'no key',
    meaning: 'Workspace API key for that control plane. The role of operators here decides what they may do with it.' }),
  projectsDomain: setting({ env: ['GATEHOUSE_PROJECTS_DOMAIN'], key: 'projects_domain', value: values.domain, absent: 'host of the public URL',
    meaning: 'Projects answer at a name below this domain: their slug, a dot, the domain. Its names have to lead to this gateway.' }),
  data: setting({ env: ['GATEHOUSE_DATA'], key: 'data', value: values.nonEmpty, fallback: './data',
    meaning: 'Folder of the databases and the generated secrets. One gateway uses it at a time.' }),
  database: setting({ env: ['GATEHOUSE_DATABASE'], key: 'database', value: values.databaseUrl, secret: true, absent: 'SQLite files in the data folder',
    meaning: 'PostgreSQL database of all projects and the control plane, such as postgres://gatehouse:password@db.internal:5432/gatehouse?sslmode=verify-full. Gateways may share it.' }),
  secrets: setting({ env: ['GATEHOUSE_SECRETS'], key: 'secrets', value: values.masterSecrets, secret: true, absent: 'made once and kept in the data folder',
    meaning: 'The source of the secrets of all projects, the same for all gateways of a database. Several, separated by commas: the newest first. At least 32 characters each.' }),
  identityConfig: setting({ env: ['GATEHOUSE_IDENTITY_CONFIG'], key: 'identity_config', value: values.nonEmpty, absent: 'built-in configuration',
    meaning: 'A kratos.yml for the embedded identity service, with schemas, methods, flows, pages and `dsn`; docs/kratos.md says which settings count beside it.' }),
  returnUrls: setting({ env: ['GATEHOUSE_RETURN_URLS'], key: 'return_urls', value: application.returnUrls, absent: 'pages of the public origin only',
    meaning: 'Addresses that `return_to` may have, separated by commas, such as https://app.example.org, https://*.example.org or myapp://signed-in. A path covers all paths below it. This and the four that follow belong to the built-in configuration; see docs/protect.md.' }),
  defaultReturnUrl: setting({ env: ['GATEHOUSE_DEFAULT_RETURN_URL'], key: 'default_return_url', value: values.httpUrl, absent: 'the page / of the public origin',
    meaning: 'Address after a flow without `return_to`.' }),
  cookieDomain: setting({ env: ['GATEHOUSE_COOKIE_DOMAIN'], key: 'cookie_domain', value: application.cookieDomain, absent: 'the session is of the public origin’s host alone',
    meaning: 'Domain whose hosts all get the session cookie `gatehouse_session`, such as example.org. Trust every host below it. Everybody signs in once more.' }),
  corsOrigins: setting({ env: ['GATEHOUSE_CORS_ORIGINS'], key: 'cors_origins', value: values.originList, absent: 'those that the console names',
    meaning: 'Origins whose scripts may call the public API with the person’s session, separated by commas; with those that the console names.' }),
  sessionTokens: setting({ env: ['GATEHOUSE_SESSION_TOKENS'], key: 'session_tokens', value: application.sessionTokens, absent: 'none',
    meaning: 'JSON Web Tokens of `/sessions/whoami?tokenize_as=NAME`: name and lifespan, separated by commas, such as app:10m. In gatehouse.yml also `app: { lifespan: 10m, claims: app.jsonnet, keys: app.jwks.json }`. `gatehouse keys create NAME` makes the keys.' }),
  dev: setting({ env: ['GATEHOUSE_DEV'], key: 'dev', value: values.flag, absent: 'on when the public origin is this machine and the identity service is the embedded one',
    meaning: 'Development mode: /dev/inbox, seeded people, readable emails. In front of a remote identity service the inbox shows codes of real people. Refused unless the public origin is this machine.' }),
  configFile: setting({ env: ['GATEHOUSE_CONFIG'], value: values.nonEmpty, absent: './gatehouse.yml, if it exists',
    meaning: 'The file that holds these settings. The environment wins over it.' }),
  adminKey: setting({ env: ['GATEHOUSE_ADMIN_KEY'], key: 'admin_key', value: values.accessKey, secret: true, absent: 'no key',
    meaning: 'Key that callers of the admin API send as a bearer token. At least 16 characters.' }),
  trustedProxy: setting({ env: ['GATEHOUSE_TRUSTED_PROXY'], key: 'trusted_proxy', value: values.trustedProxies, fallback: 'false',
    meaning: 'The proxies whose X-Forwarded-* and X-Request-Id count: addresses or networks, separated by commas, such as 10.1.0.7,10.2.0.0/16. `true` or `loopback`: this machine. `private`: 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16 and fc00::/7.' }),
  geolocationHeaders: setting({ env: ['GATEHOUSE_GEOLOCATION_HEADERS'], key: 'geolocation_headers', value: values.headerNames, absent: 'no header is believed',
    meaning: 'Headers in which the trusted proxy names town and country of a visitor, separated by commas, such as cf-ipcity,cf-ipcountry. People see them beside their devices.' }),
  geolocationDatabase: setting({ env: ['GATEHOUSE_GEOLOCATION_DATABASE'], key: 'geolocation_database', value: values.nonEmpty, absent: 'no database',
    meaning: 'A file in MaxMind’s format (.mmdb, with cities) that names cities by IP address. It is read into memory at the start.' }),
  listenHost: setting({ env: ['GATEHOUSE_LISTEN_HOST'], key: 'listen_host', value: values.nonEmpty, absent: 'host of the public URL; 127.0.0.1 behind a proxy',
    meaning: 'Address to listen on: 0.0.0.0 is every network of this machine.' }),
  listenPort: setting({ env: ['GATEHOUSE_LISTEN_PORT'], key: 'listen_port', value: values.port, absent: 'port of the public URL; 4455 behind a proxy',
    meaning: 'Port to listen on.' }),
  workers: setting({ env: ['GATEHOUSE_WORKERS'], key: 'workers', value: values.workers, absent: 'one for each processor, at most 8; 1 in development mode',
    meaning: 'How many processes answer requests. One of them also has console, admin API and background work.' }),
  drainSeconds: setting({ env: ['GATEHOUSE_DRAIN_SECONDS'], key: 'drain_seconds', value: values.drainSeconds, absent: '2; 0 in development mode',
    meaning: 'How long a process still takes requests after SIGTERM, with `/health/ready` at 503; at most 300, longer than a load balancer needs to notice. Running requests then have 6 more seconds.' }),
  smtpUrl: setting({ env: ['GATEHOUSE_SMTP_URL'], key: 'smtp_url', value: values.smtpUrl, secret: true, absent: 'mails stay in the outbox',
    meaning: 'Mail server of the built-in configuration, and of a kratos.yml that names none, such as smtps://user:password@mail.example:465; docs/operate.md has all forms.' }),
  brandName: setting({ env: ['GATEHOUSE_BRAND_NAME'], key: 'brand_name', value: values.nonEmpty, fallback: 'Gatehouse',
    meaning: 'Name shown on the pages and in mails.' }),
  brandFile: setting({ env: ['GATEHOUSE_BRAND'], value: values.nonEmpty, absent: '`brand` in gatehouse.yml',
    meaning: 'A file whose section `brand` is used instead of the one in gatehouse.yml: how the pages look, see docs/branding.md.' }),
  watchConfig: setting({ env: ['GATEHOUSE_WATCH_CONFIG'], key: 'watch_config', value: values.flag, fallback: 'true',
    meaning: 'Whether gatehouse.yml, the file of the brand and kratos.yml are read again when they change, as by SIGHUP.' }),
  collectMissingTexts: setting({ env: ['GATEHOUSE_COLLECT_MISSING_TEXTS'], key: 'collect_missing_texts', value: values.flag, absent: 'on in development mode',
    meaning: 'Whether pages report texts that no catalogue has, to be kept in missing-texts of the data folder, or in the database.' }),
  rememberDeviceDays: setting({ env: ['GATEHOUSE_REMEMBER_DEVICE_DAYS'], key: 'remember_device_days', value: values.daysOrOff, fallback: 'off',
    meaning: 'How many days a trusted browser may skip the second factor, if its owner asks for that. off: every sign-in asks. Embedded service only.' }),
  sessionIdleDays: setting({ env: ['GATEHOUSE_SESSION_IDLE_DAYS'], key: 'session_idle_days', value: values.daysOrOff, fallback: '30',
    meaning: 'After how many days without use a session ends, before its lifespan is over. off: use does not matter. Embedded service only.' }),
  operatorIdleHours: setting({ env: ['GATEHOUSE_OPERATOR_IDLE_HOURS'], key: 'operator_idle_hours', value: values.hoursOrOff, fallback: '12',
    meaning: 'After how many hours without use an operator’s session ends, wherever it is used. off: as for everybody.' }),
  rememberAccounts: setting({ env: ['GATEHOUSE_REMEMBER_ACCOUNTS'], key: 'remember_accounts', value: values.flag, fallback: 'true',
    meaning: 'Whether a cookie of the browser keeps the names of people who signed in with it, for the account chooser.' }),
  formActionOrigins: setting({ env: ['GATEHOUSE_FORM_ACTION_ORIGINS'], key: 'form_action_origins', value: values.originList, absent: 'providers and return URLs of the embedded service',
    meaning: 'Further origins of `form-action`, separated by commas. The pages’ own forms need none.' }),
  imageOrigins: setting({ env: ['GATEHOUSE_IMAGE_ORIGINS'], key: 'image_origins', value: values.originList, absent: 'pictures of our own only',
    meaning: 'Further origins that pages may load pictures from, separated by commas. The logo of an OAuth2 client is shown if it comes from one of them.' }),
  eventsKeptDays: setting({ env: ['GATEHOUSE_EVENTS_KEPT_DAYS'], key: 'events_kept_days', value: values.days, fallback: '90',
    meaning: 'How many days the embedded identity service keeps its events. A stream that is paused for longer misses some.' }),
  eventsClient: setting({ env: ['GATEHOUSE_EVENTS_CLIENT'], key: 'events_client', value: values.flag, fallback: 'true',
    meaning: 'Whether events tell from which address and browser a request came.' }),
  signInsPerAccount: setting({ env: ['GATEHOUSE_SIGN_INS_PER_ACCOUNT'], key: 'sign_ins_per_account', value: values.rate, fallback: '10/15m',
    meaning: 'How many sign-ins with one method may fail for an account: a number, and the time in which it comes back; `off` for no limit. Embedded service only, as the four that follow.' }),
  signInsPerAddress: setting({ env: ['GATEHOUSE_SIGN_INS_PER_ADDRESS'], key: 'sign_ins_per_address', value: values.rate, fallback: '60/15m',
    meaning: '… from one address (an IPv6 network of 64 bits). This machine’s own address is not counted: it is a proxy that is not trusted, or a developer.' }),
  wrongCodesPerRecipient: setting({ env: ['GATEHOUSE_WRONG_CODES_PER_RECIPIENT'], key: 'wrong_codes_per_recipient', value: values.rate, fallback: '10/15m',
    meaning: 'How many codes may be wrong for one recipient or account, over all flows; each counts for the whole time.' }),
  codesPerRecipient: setting({ env: ['GATEHOUSE_CODES_PER_RECIPIENT'], key: 'codes_per_recipient', value: values.rate, fallback: '6/15m',
    meaning: 'How many messages with a code or a link may go to one recipient, whatever causes them; each counts for the whole time.' }),
  codesPerAddress: setting({ env: ['GATEHOUSE_CODES_PER_ADDRESS'], key: 'codes_per_address', value: values.rate, fallback: '30/15m',
    meaning: '… from one address.' }),
  logLevel: setting({ env: ['LOG_LEVEL'], key: 'log_level', value: values.logLevel, fallback: 'info',
    meaning: 'fatal, error, warn, info, debug, trace or silent. Requests are logged at info, assets at debug.' }),
  remotePublicUrl: setting({ env: ['KRATOS_PUBLIC_URL', 'ORY_SDK_URL'], key: 'kratos_public_url', value: values.httpUrl, absent: 'embedded service',
    meaning: 'Use the identity service at this URL (Ory Kratos or Ory Network) instead of the embedded one.' }),
  remoteAdminUrl: setting({ env: ['KRATOS_ADMIN_URL'], key: 'kratos_admin_url', value: values.httpUrl, absent: 'ORY_SDK_URL when a project token is set',
    meaning: 'Admin API of that identity service.' }),
  projectToken: setting({ env: ['ORY_PROJECT_API_TOKEN'], key: 'ory_project_api_token', value: values.secret, secret: true, absent: 'no token',
    meaning: 'API token of an Ory Network project. Sent with admin calls only.' }),
  hydraAdminUrl: setting({ env: ['HYDRA_ADMIN_URL'], key: 'hydra_admin_url', value: values.httpUrl, absent: 'no OAuth2 server; ORY_SDK_URL when a project token is set',
    meaning: 'Admin API of Ory Hydra, for consent, sign-out of an application and devices.' }),
  hydraAdminKey: setting({ env: ['HYDRA_ADMIN_KEY'], key: 'hydra_admin_key', value: values.secret, secret: true, absent: 'no key; the project token where the address is its project’s',
    meaning: 'Bearer token that goes along with every call to that admin API.' }),
} satisfies Readonly<Record<string, Setting>>

/** The name of a setting inside the program. */
export type SettingName = keyof typeof settings
