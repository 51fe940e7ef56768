/** The kind of value in `return_to`, or that there is none. */
export type ReturnKind = 'none' | 'path' | 'page' | 'foreign' | 'scheme' | 'forbidden' | 'lookalike'

/** The entrance of a journey: a page of ours, or the address of the service to which applications link. */
export type Entrance = 'page' | 'service'

/** The actions of a person after the entrance; `e2e/return-to/plays.ts` performs them. */
export type Journey =
  | 'sign in'
  | 'sign in at the second try'
  | 'sign in by a code'
  | 'sign in with a second factor'
  | 'confirm a session'
  | 'sign in, signed in already'
  | 'sign in, signed in by another tab meanwhile'
  | 'sign up'
  | 'sign up, by the link on the sign-in'
  | 'sign up, signed in already'
  | 'recover'
  | 'recover, by the link on the sign-in'
  | 'verify an address'
  | 'change the settings'
  | 'change the settings, a second factor owed'
  | 'sign out'
  | 'sign out, signed out already'

interface JourneyRow {
  readonly journey: Journey
  /** The page that it begins at. */
  readonly start: 'login' | 'registration' | 'recovery' | 'verification' | 'settings' | 'logout'
  /** Further query parameters of the address. */
  readonly query?: Readonly<Record<string, string>>
  readonly entrances: readonly Entrance[]
  /** Path of its end without a `return_to`. */
  readonly home: string
  /** The same, if the person enters by the address of the service. */
  readonly homeByService?: string
  /** Whether it needs mails, which take an Ory Kratos a second each. */
  readonly mails?: true
}

const both: readonly Entrance[] = ['page', 'service']
// The service answers with data at the start of a sign-out.
const pageAlone: readonly Entrance[] = ['page']

/** TABLE: journeys that have an end, and the path where each ends without a `return_to`. */
// oxfmt-ignore
export const journeys: readonly JourneyRow[] = [
  { journey: 'sign in',                                     start: 'login',        entrances: both,      home: '/' },
  { journey: 'sign in at the second try',                   start: 'login',        entrances: both,      home: '/' },
  { journey: 'sign in by a code',                           start: 'login',        entrances: both,      home: '/', mails: true },
  { journey: 'sign in with a second factor',                start: 'login',        entrances: both,      home: '/' },
  { journey: 'confirm a session',                           start: 'login',        entrances: both,      home: '/', query: { refresh: 'true' } },
  { journey: 'sign in, signed in already',                  start: 'login',        entrances: both,      home: '/' },
  { journey: 'sign in, signed in by another tab meanwhile', start: 'login',        entrances: both,      home: '/' },
  { journey: 'sign up',                                     start: 'registration', entrances: both,      home: '/', mails: true },
  { journey: 'sign up, by the link on the sign-in',         start: 'login',        entrances: both,      home: '/', mails: true },
  { journey: 'sign up, signed in already',                  start: 'registration', entrances: pageAlone, home: '/' },
  { journey: 'recover',                                     start: 'recovery',     entrances: both,      home: '/settings', mails: true },
  { journey: 'recover, by the link on the sign-in',         start: 'login',        entrances: both,      home: '/settings', mails: true },
  { journey: 'verify an address',                           start: 'verification', entrances: both,      home: '/', mails: true },
  { journey: 'change the settings',                         start: 'settings',     entrances: both,      home: '/settings' },
  { journey: 'change the settings, a second factor owed',   start: 'settings',     entrances: both,      home: '/settings', homeByService: '/' },
  { journey: 'sign out',                                    start: 'logout',       entrances: pageAlone, home: '/login' },
  { journey: 'sign out, signed out already',                start: 'logout',       entrances: pageAlone, home: '/login' },
]

/** Whether a kind of `return_to` is followed. The service decides, by `allowed_return_urls`. */
export type Verdict = 'absent' | 'followed' | 'refused'

interface ReturnRow {
  readonly kind: ReturnKind
  readonly verdict: Verdict
  readonly means: string
}

/** TABLE: the kinds of `return_to`. */
// oxfmt-ignore
export const returns: readonly ReturnRow[] = [
  { kind: 'none',      verdict: 'absent',   means: 'no `return_to`' },
  { kind: 'path',      verdict: 'followed', means: 'a path of the pages' },
  { kind: 'page',      verdict: 'followed', means: 'a page, by its whole address' },
  { kind: 'foreign',   verdict: 'followed', means: 'an application on the list, at an origin of its own' },
  { kind: 'scheme',    verdict: 'followed', means: 'an app on the list, by a scheme of its own' },
  { kind: 'forbidden', verdict: 'refused',  means: 'a site that is not on the list' },
  { kind: 'lookalike', verdict: 'refused',  means: 'a site whose name begins like one on the list' },
]

/** One journey, from one entrance, with one `return_to`. */
export interface Cell {
  readonly row: JourneyRow
  readonly entrance: Entrance
  readonly given: ReturnRow
}

/** Every cell of the table. */
export const cells: readonly Cell[] = journeys.flatMap((row) =>
  row.entrances.flatMap((entrance) => returns.map((given) => ({ row, entrance, given }))),
)
